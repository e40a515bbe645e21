// Whether a state of motion holds numbers alone: what is not finite is neither followed nor played.
#pragma once

#include "tether/control/trajectories/rotation_motion.hpp"

namespace tether::control {

inline bool finite(const PoseState& s) noexcept {
  return s.pose.position.allFinite() && s.pose.rotation.allFinite() &&
         s.twist.vector().allFinite() && s.acceleration.vector().allFinite();
}

}  // namespace tether::control
