// A sample that promises an energy and is otherwise empty.
#pragma once

#include "tether/link/link.hpp"

namespace tether::link {

inline signals::Sample promising(double energy) {
  signals::Sample sample;
  sample.energy = energy;
  return sample;
}

}  // namespace tether::link
