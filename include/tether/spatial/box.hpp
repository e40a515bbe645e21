// A box that stands anywhere: its middle, its axes, and half its size along each of them.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::spatial {

struct Box {
  Pose centre;                          // of its axes, in the frame it is given in
  Vector3 half_size = Vector3::Ones();  // [m], > 0
};

}  // namespace tether::spatial
