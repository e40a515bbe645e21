// Where something stands on the floor.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::sim {

inline spatial::Pose standing(double x, double y, double turn) {
  return {spatial::exp_rotation({0, 0, turn}), {x, y, 0}};
}

}  // namespace tether::sim
