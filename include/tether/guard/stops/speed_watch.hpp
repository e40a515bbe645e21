// A joint that runs much faster than it is rated for means that the session has diverged: a fault.
#pragma once

#include "tether/core/fault.hpp"
#include "tether/robot/joints.hpp"

namespace tether::guard {

struct SpeedWatchParams {
  robot::JointVector bound;  // [rad/s or m/s], > 0
};

class SpeedWatch {
 public:
  SpeedWatch(const SpeedWatchParams& params, const char* stage) noexcept
      : params_(params), stage_(stage) {}

  core::Fault update(const robot::JointVector& velocity) const noexcept;

 private:
  SpeedWatchParams params_;
  const char* stage_;
};

}  // namespace tether::guard
