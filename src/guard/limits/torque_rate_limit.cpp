#include "tether/guard/limits/torque_rate_limit.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {
namespace {

// [W], by either of the two speeds; an effort that brakes gives less than nothing
double given(double effort, const DeviceView& view, Eigen::Index joint) noexcept {
  return std::max(effort * view.velocity[joint], effort * view.rate[joint]);
}

}  // namespace

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
    energy +=
        0.5 * std::max(given(effort[i], view, i), 0.0) * std::abs(effort[i]) / params_.max_rate;
  }
  return energy;
}

void TorqueRateLimit::fall_back(const robot::JointVector& commanded,
                                const DeviceView& view) noexcept {
  if (commanded.size() != last_.size() || !commanded.allFinite()) return;
  const auto until_gone = [&view](double effort, Eigen::Index joint) noexcept {
    return given(effort, view, joint) * std::abs(effort);
  };
  for (Eigen::Index i = 0; i < last_.size(); ++i) {
    if (until_gone(commanded[i], i) < until_gone(last_[i], i)) last_[i] = commanded[i];
  }
}

}  // namespace tether::guard
