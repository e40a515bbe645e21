#include "tether/control/couplings/motion_limits.hpp"

#include <algorithm>
#include <cmath>

#include "control/estimators/finite_state.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;

constexpr double kBoundRounding = 1e-9;  // share of a bound that rounding may take
constexpr double kLeastRoom = 1e-3;      // share of a bound that is left for catching up
// of the jerk of a target that is foreseen: with more of it there is nothing left to catch up with
constexpr double kForeseen = 0.8;

bool within(double x, double bound) noexcept { return std::abs(x) <= bound * (1 + kBoundRounding); }

// velocity stays within its bound when the acceleration is ended at once
bool boundable(const AxisLimits& limits, double v, double a) noexcept {
  return within(a, limits.acceleration) && within(v, limits.velocity) &&
         within(v + a * std::abs(a) / (2 * limits.jerk), limits.velocity);
}

// the highest acceleration at the end of a tick after which velocity stays below its bound
double highest_acceleration(const AxisLimits& limits, double T, double v, double a) noexcept {
  const double over = v + a * T / 2 - limits.velocity;
  const double end = over > 0
                         ? -2 * over / T
                         : limits.jerk * (std::sqrt(T * T / 4 - 2 * over / limits.jerk) - T / 2);
  return std::clamp(end, a - limits.jerk * T, std::min(a + limits.jerk * T, limits.acceleration));
}

AxisStep nearest_allowed(const AxisLimits& limits, double T, double v, double a,
                         double wanted) noexcept {
  const double high = highest_acceleration(limits, T, v, a);
  const double low = -highest_acceleration(limits, T, -v, -a);
  const double end = std::max(std::min(wanted, high), std::min(low, high));
  const double jerk = (end - a) / T;
  return {.distance = T * (v + T * (a / 2 + T * jerk / 6)),
          .velocity = v + T * (a + end) / 2,
          .acceleration = end};
}

// in the frame of the target, which moves on as it does now
AxisState towards(const AxisLimits& limits, double T, double v, double a,
                  const AxisTarget& target) noexcept {
  const double jerk = target.jerk;
  const double a_before = target.acceleration - T * jerk;
  const double v_before = target.velocity - T * (target.acceleration - T * jerk / 2);
  const double moved = T * (target.velocity - T * (target.acceleration / 2 - T * jerk / 6));
  const auto room = [](double bound, double taken) {
    return std::max(bound - taken, kLeastRoom * bound);
  };
  const double V = limits.velocity, A = limits.acceleration;
  const CourseBounds bounds{
      .lowest_velocity = -room(V, -std::min(v_before, target.velocity)),
      .highest_velocity = room(V, std::max(v_before, target.velocity)),
      .lowest_acceleration = -room(A, -std::min(a_before, target.acceleration)),
      .highest_acceleration = room(A, std::max(a_before, target.acceleration)),
      .jerk = limits.jerk - std::abs(jerk)};
  return on_course_to_rest({moved - target.distance, v - v_before, a - a_before}, bounds, T);
}

// a bound that one tick could jump over is none; limits that hold at this tick length
AxisLimits at_tick(const AxisLimits& limits, double T) noexcept {
  const double acceleration = std::min(limits.acceleration, limits.velocity / T);
  return {limits.velocity, acceleration, std::min(limits.jerk, acceleration / T)};
}

// what the target itself did since the tick before, if it kept the limits
double foreseen_jerk(const AxisLimits& limits, double T, const AxisTarget& before,
                     const AxisTarget& now, double moved) noexcept {
  if (!keeps(limits, T, before.velocity, before.acceleration, moved, now.velocity,
             now.acceleration)) {
    return 0;
  }
  return std::clamp((now.acceleration - before.acceleration) / T, -kForeseen * limits.jerk,
                    kForeseen * limits.jerk);
}

struct Triple {
  Vector3 distance, velocity, acceleration;
  bool exact;
};

// three axes; distance: from here to the target, moved: what the target moved since the tick before
Triple follow_axes(const AxisLimits& limits, double T, const Vector3& velocity,
                   const Vector3& acceleration, const Vector3& distance, const Vector3& moved,
                   const MotionState& before, const MotionState& target) noexcept {
  Triple out{Vector3::Zero(), Vector3::Zero(), Vector3::Zero(), true};
  for (int i = 0; i < 3; ++i) {
    AxisTarget axis{distance[i], target.velocity[i], target.acceleration[i]};
    axis.jerk =
        foreseen_jerk(limits, T, {0, before.velocity[i], before.acceleration[i]}, axis, moved[i]);
    const AxisStep step = follow(limits, T, velocity[i], acceleration[i], axis);
    out.distance[i] = step.distance;
    out.velocity[i] = step.velocity;
    out.acceleration[i] = step.acceleration;
    out.exact = out.exact && step.exact;
  }
  return out;
}

}  // namespace

// the parabola of jerk c0 + c1 (2s − 1) + c2 (6s² − 6s + 1) that leads from state to state
bool keeps(const AxisLimits& limits, double T, double v, double a, double distance, double v_end,
           double a_end) noexcept {
  const double c0 = (a_end - a) / T;
  const double c1 = 3 * c0 - 6 * (v_end - v - T * a) / (T * T);
  const double rest = (distance - T * (v + T * a / 2)) / (T * T * T);
  const double c2 = 60 * (rest - c0 / 6 + c1 / 12);
  const bool ends = within(c0 - c1 + c2, limits.jerk) && within(c0 + c1 + c2, limits.jerk) &&
                    within(c0, limits.jerk);
  if (!ends || !boundable(limits, v_end, a_end)) return false;
  // its summit, where that is within the tick
  return std::abs(c1) >= 3 * std::abs(c2) || within(c0 - c1 * c1 / (6 * c2) - c2 / 2, limits.jerk);
}

AxisStep follow(const AxisLimits& limits, double T, double v, double a,
                const AxisTarget& target) noexcept {
  if (keeps(limits, T, v, a, target.distance, target.velocity, target.acceleration)) {
    return {target.distance, target.velocity, target.acceleration, true};
  }
  const AxisState relative = towards(limits, T, v, a, target);
  const double end = target.acceleration + relative.acceleration;
  const double velocity = target.velocity + relative.velocity;
  if (boundable(limits, velocity, end) && within(end - a, limits.jerk * T)) {
    return {target.distance + relative.position, velocity, end};
  }
  return nearest_allowed(limits, T, v, a, end);
}

MotionLimits::MotionLimits(const MotionLimitsParams& params) noexcept : params_(params) {
  params_.translation = at_tick(params.translation, params.sample_time);
  params_.rotation = at_tick(params.rotation, params.sample_time);
}

void MotionLimits::reset(const PoseState& state) noexcept {
  if (!finite(state)) return;
  const auto cut = [](const Vector3& x, double bound) {
    return Vector3(x.cwiseMax(-bound).cwiseMin(bound));
  };
  state_ = {state.pose,
            {cut(state.twist.angular, params_.rotation.velocity),
             cut(state.twist.linear, params_.translation.velocity)},
            {}};
  before_ = state_;
  exact_ = false;
}

const PoseState& MotionLimits::follow(const PoseState& asked) noexcept {
  const PoseState target = finite(asked) ? asked : before_;
  const double T = params_.sample_time;
  const auto turn = [](const spatial::Matrix3& from, const spatial::Matrix3& to) {
    return spatial::log_rotation(to * from.transpose());
  };
  const Triple moved = follow_axes(
      params_.translation, T, state_.twist.linear, state_.acceleration.linear,
      target.pose.position - state_.pose.position, target.pose.position - before_.pose.position,
      {{}, before_.twist.linear, before_.acceleration.linear},
      {{}, target.twist.linear, target.acceleration.linear});
  const Triple turned =
      follow_axes(params_.rotation, T, state_.twist.angular, state_.acceleration.angular,
                  turn(state_.pose.rotation, target.pose.rotation),
                  turn(before_.pose.rotation, target.pose.rotation),
                  {{}, before_.twist.angular, before_.acceleration.angular},
                  {{}, target.twist.angular, target.acceleration.angular});
  state_.pose.position =
      moved.exact ? target.pose.position : Vector3(state_.pose.position + moved.distance);
  state_.pose.rotation =
      turned.exact
          ? target.pose.rotation
          : spatial::Matrix3(spatial::exp_rotation(turned.distance) * state_.pose.rotation);
  state_.twist = {turned.velocity, moved.velocity};
  state_.acceleration = {turned.acceleration, moved.acceleration};
  exact_ = moved.exact && turned.exact;
  before_ = target;
  return state_;
}

}  // namespace tether::control
