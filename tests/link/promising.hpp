// A sample that promises an energy and is otherwise empty.
#pragma once

#include "tether/link/link.hpp"

namespace tether::link {

inline Sample promising(double energy) {
  Sample sample;
  sample.energy = energy;
  return sample;
}

}  // namespace tether::link
