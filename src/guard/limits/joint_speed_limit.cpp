#include "tether/guard/limits/joint_speed_limit.hpp"

#include <algorithm>

namespace tether::guard {

using robot::JointVector;

double JointSpeedLimit::limited(Eigen::Index joint, double velocity, double rate, double effort,
                                const robot::InertiaFactor& inertia) const noexcept {
  const double limit = params_.max_speed[joint];
  const double forward = std::max(velocity, rate);
  const double backward = std::max(-velocity, -rate);
  // too fast in both directions at once: one of them is wrong, and nothing is right for both
  if (forward >= limit && backward >= limit) return 0;

  const double along = effort > 0 ? forward : backward;
  effort *= std::clamp((limit - along) / (params_.band * limit), 0.0, 1.0);
  const double excess = std::max(forward, backward) - limit;
  if (excess <= 0) return effort;
  const double damper = params_.damping * inertia.joint_inertia(joint) / params_.sample_time;
  const double brake = std::min(damper * excess, params_.max_effort[joint]);
  return forward > backward ? effort - brake : effort + brake;
}

Guarded JointSpeedLimit::update(const DeviceView& view, const robot::InertiaFactor& inertia,
                                const JointVector& effort) const noexcept {
  Guarded out{.effort = effort};
  if (!effort.allFinite() || !view.velocity.allFinite() || !view.rate.allFinite() ||
      !inertia.valid()) {
    out.effort.setZero();
    out.refused = true;
    return out;
  }
  for (Eigen::Index i = 0; i < effort.size(); ++i) {
    out.effort[i] = limited(i, view.velocity[i], view.rate[i], effort[i], inertia);
  }
  out.amount = change(effort, out.effort);
  return out;
}

}  // namespace tether::guard
