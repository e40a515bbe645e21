#include "tether/guard/limits/joint_stops.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {

using robot::JointVector;

JointStops::JointStops(const JointStopsParams& params) noexcept
    : params_(params), stiffness_(JointVector::Zero(params.lower.size())) {}

double JointStops::limited(Eigen::Index joint, double distance, double approach, double towards,
                           const robot::InertiaFactor& inertia) noexcept {
  const double ahead = distance - params_.margin - std::max(approach, 0.0) * params_.sample_time;
  const double slack = std::sqrt(2 * params_.braking * std::max(ahead, 0.0)) - approach;
  const double depth = std::max(params_.margin - distance, 0.0);
  const double damper = params_.damping * inertia.joint_inertia(joint) / params_.sample_time;
  if (depth > 0 && stiffness_[joint] == 0) {
    stiffness_[joint] = std::min(params_.max_effort[joint] / params_.margin,
                                 damper * params_.damping / (4 * params_.sample_time));
  }
  if (towards > 0) {
    const double fade = std::clamp(distance / params_.margin, 0.0, 1.0);
    towards = std::min(fade * towards, damper * std::max(slack, 0.0));
  }
  const double push = stiffness_[joint] * depth + damper * std::max(-slack, 0.0);
  return std::max(towards - push, std::min(towards, -params_.max_effort[joint]));
}

JointStops::Out JointStops::update(const DeviceView& view, const robot::InertiaFactor& inertia,
                                   const JointVector& effort) noexcept {
  const Eigen::Index n = effort.size();
  Out out;
  out.effort = effort;
  if (!effort.allFinite() || !view.position.allFinite() || !view.rate.allFinite() ||
      !inertia.valid()) {
    out.effort.setZero();
    out.refused = true;
    return out;
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const double to_upper = params_.upper[i] - view.position[i];
    const double to_lower = view.position[i] - params_.lower[i];
    const bool inside = std::min(to_upper, to_lower) >= params_.margin;
    if (inside) stiffness_[i] = 0;
    // towards +1 the upper or −1 the lower limit: the one it is at, else the one it moves to
    const double side = (inside ? view.rate[i] > 0 : to_upper < to_lower) ? 1 : -1;
    const double distance = side > 0 ? to_upper : to_lower;
    const double depth = std::max(params_.margin - distance, 0.0);
    out.effort[i] = side * limited(i, distance, side * view.rate[i], side * effort[i], inertia);
    out.potential += 0.5 * stiffness_[i] * depth * depth;
  }
  out.amount = change(effort, out.effort);
  return out;
}

}  // namespace tether::guard
