// Viscous damping in joint space, τ = −D q̇ [N m or N], so that motions the tool does not see (the
// null space of a redundant arm) are damped as well.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::control {

struct JointDampingParams {
  double damping = 0.1;  // D [N m s/rad or N s/m], the same for every joint
};

class JointDamping {
 public:
  explicit JointDamping(const JointDampingParams& params) noexcept : params_(params) {}
  robot::JointVector update(const robot::JointVector& velocity) const noexcept {
    return -params_.damping * velocity;
  }

 private:
  JointDampingParams params_;
};

}  // namespace tether::control
