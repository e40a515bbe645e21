#include "tether/control/couplings/admittance.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {
namespace {

double finite_or_none(double effort) noexcept { return std::isfinite(effort) ? effort : 0; }

}  // namespace

void Admittance::reset(const robot::JointVector& position) noexcept {
  position_ = position;
  velocity_ = robot::JointVector::Zero(position.size());
}

AdmittanceOutput Admittance::update(const robot::JointVector& effort,
                                    const robot::JointVector& external) noexcept {
  const double step = params_.sample_time;
  AdmittanceOutput out;
  for (Eigen::Index i = 0; i < position_.size(); ++i) {
    const AdmittanceJoint& joint = params_.joints[static_cast<std::size_t>(i)];
    const double total = finite_or_none(effort[i]) + finite_or_none(external[i]);
    const double wanted =
        (joint.mass * velocity_[i] + step * total) / (joint.mass + step * joint.damping);

    const double change = step * joint.max_acceleration;
    double speed = std::clamp(wanted, velocity_[i] - change, velocity_[i] + change);
    speed = std::clamp(speed, -joint.max_speed, joint.max_speed);
    const double reached = position_[i] + step * speed;
    const double position = std::clamp(reached, joint.lower, joint.upper);
    // it stands at the end of its range; one that began outside of it is there at once
    const double moved = position == reached ? speed : 0;
    out.limited |= moved != wanted;
    position_[i] = position;
    velocity_[i] = moved;
  }
  out.setpoint = position_;
  out.velocity = velocity_;
  return out;
}

}  // namespace tether::control
