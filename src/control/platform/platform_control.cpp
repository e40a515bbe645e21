#include "tether/control/platform/platform_control.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {
namespace {

LinearControllerParams sampled(LinearControllerParams params, double sample_time) {
  params.sample_time = sample_time;
  return params;
}

robot::PlanarTwist finite_or_rest(const robot::PlanarTwist& twist) noexcept {
  return twist.allFinite() ? twist : robot::PlanarTwist::Zero();
}

// towards the goal by no more than acceleration or deceleration allow in this time
template <class Velocity>
Velocity approached(const Velocity& now, const Velocity& goal, double speeding,
                    double slowing) noexcept {
  const Velocity way = goal - now;
  const double bound = way.dot(now) < 0 ? slowing : speeding;
  const double length = way.norm();
  return length > bound ? Velocity(now + bound / length * way) : goal;
}

}  // namespace

PlatformControl::PlatformControl(const PlatformControlParams& params)
    : params_(params),
      x_(sampled(params.translation, params.sample_time)),
      y_(sampled(params.translation, params.sample_time)),
      turn_(sampled(params.turn, params.sample_time)) {}

void PlatformControl::advance(const robot::PlanarTwist& wanted) noexcept {
  const double step = params_.sample_time;
  const Eigen::Vector2d velocity = reference_.head<2>();
  const Eigen::Matrix<double, 1, 1> turning = reference_.tail<1>();
  robot::PlanarTwist next;
  next.head<2>() = approached<Eigen::Vector2d>(
      velocity, wanted.head<2>(), step * params_.max_acceleration, step * params_.max_deceleration);
  next.tail<1>() = approached<Eigen::Matrix<double, 1, 1>>(turning, wanted.tail<1>(),
                                                           step * params_.max_turn_acceleration,
                                                           step * params_.max_turn_deceleration);
  acceleration_ = (next - reference_) / step;
  reference_ = next;
}

robot::PlanarWrench PlatformControl::feed_forward() const noexcept {
  const Eigen::Vector2d velocity = reference_.head<2>();
  // in turning axes a constant velocity is an acceleration
  const Eigen::Vector2d sideways = reference_[2] * Eigen::Vector2d(-velocity.y(), velocity.x());
  const double onset = params_.friction_onset;
  robot::PlanarWrench wrench;
  wrench.head<2>() = params_.mass * (acceleration_.head<2>() + sideways) +
                     params_.rolling_friction / std::max(onset, velocity.norm()) * velocity;
  wrench[2] = params_.turning_inertia * acceleration_[2] +
              params_.turning_friction / std::max(onset, std::abs(reference_[2])) * reference_[2];
  return wrench;
}

PlatformControlOutput PlatformControl::update(const robot::PlanarTwist& wanted,
                                              const robot::PlanarTwist& measured) noexcept {
  advance(finite_or_rest(wanted));
  const robot::PlanarTwist error = reference_ - measured;
  PlatformControlOutput out{feed_forward(), reference_};
  out.wrench +=
      robot::PlanarWrench(x_.update(error[0]), y_.update(error[1]), turn_.update(error[2]));
  return out;
}

void PlatformControl::reset(const robot::PlanarTwist& moving) noexcept {
  reference_ = finite_or_rest(moving);
  acceleration_.setZero();
  x_.reset();
  y_.reset();
  turn_.reset();
}

}  // namespace tether::control
