// When the poses of a simulated pointer are sampled, and which of them come
// (simulated_pointer.hpp).
#pragma once

#include <vector>

#include "tether/sim/people/handling.hpp"

namespace tether::sim {

struct PoseSamplingParams {
  double rate = 100;             // [Hz]
  double jitter = 0;             // of a moment off the grid, share of the period, below one half
  double loss = 0;               // share of the samples that never come
  std::vector<Interval> silent;  // when none come
};

}  // namespace tether::sim
