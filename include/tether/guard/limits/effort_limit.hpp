// Bounds the effort that reaches a device: each axis by its own maximum, and the whole vector by a
// norm (direction kept). Reports how much was taken away, since a saturation is not passive by
// itself.
#pragma once

#include <limits>

#include "tether/robot/joints.hpp"

namespace tether::guard {

struct EffortLimitParams {
  robot::JointVector per_axis;  // [N m or N], > 0
  double norm =
      std::numeric_limits<double>::infinity();  // of the vector [N]; for Cartesian devices
};

class EffortLimit {
 public:
  explicit EffortLimit(const EffortLimitParams& params) noexcept : params_(params) {}

  struct Out {
    robot::JointVector effort;
    double removed = 0;  // norm of what was cut off [N m or N]
  };
  Out update(const robot::JointVector& effort) const noexcept;

 private:
  EffortLimitParams params_;
};

}  // namespace tether::guard
