#include "tether/sim/people/wrist.hpp"

#include <cmath>
#include <utility>

namespace tether::sim {

spatial::Vector3 angular_velocity(const spatial::Vector3& phi,
                                  const spatial::Vector3& phi_rate) noexcept {
  const double angle = phi.norm();
  // below it the series are exact to rounding
  constexpr double kSmall = 1e-4;
  double first = 0.5 - angle * angle / 24;
  double second = 1.0 / 6 - angle * angle / 120;
  if (angle > kSmall) {
    const double half = std::sin(angle / 2);
    first = 2 * half * half / (angle * angle);
    second = (angle - std::sin(angle)) / (angle * angle * angle);
  }
  const spatial::Vector3 across = phi.cross(phi_rate);
  return phi_rate + first * across + second * phi.cross(across);
}

Wrist::Wrist(const WristParams& params, std::shared_ptr<const control::Trajectory> turn)
    : params_(params),
      turn_(std::move(turn)),
      orientation_(spatial::exp_rotation(turn_->at(0).position)) {}

spatial::Vector3 Wrist::update(core::Time now, double dt, const spatial::Matrix3& handle,
                               const spatial::Vector3& handle_velocity) noexcept {
  const auto turn = turn_->at(core::seconds(now) - params_.reaction_delay);
  const spatial::Matrix3 wanted = spatial::exp_rotation(turn.position);
  const spatial::Vector3 wanted_velocity = angular_velocity(turn.position, turn.velocity);

  // semi-implicit step of the hand between wrist and grip
  const spatial::Vector3 torque =
      params_.grip_stiffness * spatial::log_rotation(orientation_ * handle.transpose()) +
      params_.grip_damping * (velocity_ - handle_velocity);
  const spatial::Vector3 wrist =
      params_.stiffness * spatial::log_rotation(wanted * orientation_.transpose()) +
      params_.damping * (wanted_velocity - velocity_);
  velocity_ += dt / params_.inertia * (wrist - torque);
  orientation_ = spatial::exp_rotation(dt * velocity_) * orientation_;
  return torque;
}

}  // namespace tether::sim
