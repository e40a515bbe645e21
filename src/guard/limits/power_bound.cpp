#include "tether/guard/limits/power_bound.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {

using robot::JointVector;

PowerBound::Power PowerBound::foreseen(const DeviceView& view, const JointVector& ahead,
                                       const JointVector& effort,
                                       const JointVector& push) const noexcept {
  const spatial::Vector6 twist = view.jacobian * push;
  const double tool =
      spatial::Twist::from_vector(twist).velocity_at(view.tool.position).norm();  // [m/s²]
  const double unforeseen = params_.sample_time * params_.outside_force * tool;
  return {.linear = std::max(
              {effort.dot(view.velocity), effort.dot(view.rate), effort.dot(ahead) + unforeseen}),
          .quadratic = std::max(0.5 * params_.sample_time * effort.dot(push), 0.0)};
}

double PowerBound::share(const Power& p) const noexcept {
  if (p.total() <= params_.max_power) return 1;
  // the positive root of quadratic s² + linear s = P_max, in the form that does not cancel
  const double root = std::sqrt(p.linear * p.linear + 4 * p.quadratic * params_.max_power);
  if (!std::isfinite(root)) return 0;
  return p.linear > 0 ? 2 * params_.max_power / (p.linear + root)
                      : (root - p.linear) / (2 * p.quadratic);
}

double PowerBound::effort_share(const JointVector& effort) const noexcept {
  double share = 1;
  for (Eigen::Index i = 0; i < params_.max_effort.size(); ++i) {
    const double size = std::abs(effort[i]);
    if (size > params_.max_effort[i]) share = std::min(share, params_.max_effort[i] / size);
  }
  return share;
}

Guarded PowerBound::refuse(Eigen::Index joints) noexcept {
  push_.setZero(joints);
  return {.effort = JointVector::Zero(joints), .refused = true};
}

Guarded PowerBound::update(const DeviceView& view, const robot::InertiaFactor& inertia,
                           const JointVector& effort) noexcept {
  const Eigen::Index n = effort.size();
  if (push_.size() != n) push_.setZero(n);
  const JointVector ahead = view.rate + 0.5 * params_.sample_time * push_;
  Guarded out{.effort = effort};
  push_ = inertia.push(effort);
  const Power asked = foreseen(view, ahead, effort, push_);
  const bool finite = effort.allFinite() && view.velocity.allFinite() && ahead.allFinite();
  if (!finite || !inertia.valid() || !std::isfinite(asked.total())) return refuse(n);

  Power given = asked;
  if (asked.total() > params_.max_power) {
    // a damper along the motion, as far as sampling allows
    const JointVector momentum = view.inertia * ahead;
    const double moving = ahead.dot(momentum);
    const double excess = asked.total() - params_.max_power;
    const double most = 0.5 / params_.sample_time;
    const double damping = excess < most * moving ? excess / moving : most;
    out.effort -= damping * momentum;
    push_ -= damping * ahead;
    given = foreseen(view, ahead, out.effort, push_);
  }
  if (!std::isfinite(given.total())) return refuse(n);
  const double scale = std::min(share(given), effort_share(out.effort));
  out.effort *= scale;
  push_ *= scale;
  out.amount = std::max(asked.total() - scale * (given.linear + scale * given.quadratic), 0.0);
  return out;
}

}  // namespace tether::guard
