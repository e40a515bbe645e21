#include "tether/guard/stops/safety_stop.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {

const char* name(StopReason reason) noexcept {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::emergency:
      return "emergency";
    case StopReason::collision:
      return "collision";
    case StopReason::non_finite:
      return "non_finite";
    case StopReason::frozen_sensor:
      return "frozen_sensor";
    case StopReason::joint_speed:
      return "joint_speed";
    case StopReason::limit:
      return "limit";
    case StopReason::device:
      return "device";
  }
  return "unknown";
}

void SafetyStop::request(StopReason reason) noexcept {
  StopReason none = StopReason::none;
  reason_.compare_exchange_strong(none, reason, std::memory_order_acq_rel);
}

Guarded SafetyStop::update(const DeviceView& view, const robot::JointVector& effort) noexcept {
  if (!effort.allFinite()) request(StopReason::non_finite);
  if (!stopped()) return {effort, 0};
  return {brake(view), 1};
}

robot::JointVector SafetyStop::brake(const DeviceView& view) const noexcept {
  robot::JointVector effort = robot::JointVector::Zero(params_.damping.size());
  if (!view.velocity.allFinite() || !view.rate.allFinite()) return effort;
  for (Eigen::Index i = 0; i < effort.size(); ++i) {
    const double estimate = view.velocity[i];
    const double rate = view.rate[i];
    // after a reversal the estimate still points the old way
    if (estimate * rate <= 0) continue;
    const double speed = std::min(std::abs(estimate), std::abs(rate));
    const double size = std::min(params_.damping[i] * speed, params_.max_effort[i]);
    effort[i] = -std::copysign(size, rate);
  }
  return effort;
}

}  // namespace tether::guard
