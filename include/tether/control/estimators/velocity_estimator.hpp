// Joint velocities from sampled joint positions.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::control {

class VelocityEstimator {
 public:
  virtual ~VelocityEstimator() = default;
  // forget the past: the joints have been at rest at `position` for ever
  virtual void reset(const robot::JointVector& position) noexcept = 0;
  // one sample later; position [rad or m] in, velocity [rad/s or m/s] out
  virtual robot::JointVector update(const robot::JointVector& position) noexcept = 0;
};

}  // namespace tether::control
