#include "tether/guard/torque_rate_limit.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {

Guarded TorqueRateLimit::update(const robot::JointVector& effort) noexcept {
  const Eigen::Index n = effort.size();
  if (last_.size() != n || !last_.allFinite()) last_.setZero(n);
  Guarded out{.effort = effort, .refused = !effort.allFinite()};
  const double step = params_.max_rate * params_.sample_time;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double asked = out.refused ? 0 : effort[i];
    out.effort[i] = std::clamp(asked, last_[i] - step, last_[i] + step);
  }
  out.amount = out.refused ? out.effort.norm() : change(effort, out.effort);
  last_ = out.effort;
  return out;
}

double TorqueRateLimit::letting_go(const robot::JointVector& effort,
                                   const DeviceView& view) const noexcept {
  double energy = 0;
  for (Eigen::Index i = 0; i < effort.size(); ++i) {
    const double given = std::max(effort[i] * view.velocity[i], effort[i] * view.rate[i]);
    energy += 0.5 * std::max(given, 0.0) * std::abs(effort[i]) / params_.max_rate;
  }
  return energy;
}

}  // namespace tether::guard
