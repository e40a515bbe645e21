#include "tether/guard/fence/geofence.hpp"

#include <algorithm>
#include <cmath>

#include "tether/guard/stops/finite.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::guard {
namespace {

using spatial::Vector3;

// of the speed too much that the brake takes in one tick; above 0.34 it would overshoot, as the
// rate is half a sample old
constexpr double kBrake = 0.3;
// within so many cushions the controller's pushes are taken away
constexpr double kRelief = 2;

constexpr const char* kStage = "geofence";

double square_of_distance(const FenceBox& box, const Vector3& point) noexcept {
  const Vector3 local = box.centre.rotation.transpose() * (point - box.centre.position);
  return (local.cwiseAbs() - box.half_size).cwiseMax(0.0).squaredNorm();
}

// One direction as the arm has it: w = M⁻¹ u, u = J_pᵀ n, m = 1 / (uᵀ w). An effort τ speeds the
// tool up along n as the force m wᵀτ on the mass m would, and τ − (m wᵀτ) u not at all.
// Khatib, IEEE J. Robotics and Automation 3(1), 1987.
struct Along {
  robot::JointVector u;     // efforts per newton along the direction
  robot::JointVector pull;  // m w: newtons along the direction per unit of effort
  double mass;              // [kg]
};

Along along(const DeviceView& view, const robot::InertiaFactor& inertia, const Vector3& normal,
            double heaviest) noexcept {
  const robot::JointVector u = robot::joint_efforts(
      view.jacobian, spatial::Wrench::from_point(Vector3::Zero(), normal, view.tool.position));
  const robot::JointVector w = inertia.push(u);
  const double mobility = u.dot(w);
  if (mobility > 0 && std::isfinite(mobility)) {
    const double mass = 1 / mobility;
    return {u, mass * w, std::min(mass, heaviest)};
  }
  // without a mass: as if every joint were alike
  const double square = u.squaredNorm();
  return {u, u / (square > 0 ? square : 1), heaviest};
}

}  // namespace

// what one pass over the boxes adds up
struct Geofence::Tick {
  const DeviceView& view;
  const robot::InertiaFactor& inertia;
  Motion motion;
  bool jumped;
  Out& out;
};

Geofence::Out Geofence::update(const DeviceView& view, const robot::InertiaFactor& inertia,
                               const robot::JointVector& effort) noexcept {
  const Vector3& place = view.tool.position;
  const Vector3 rate = robot::tool_twist(view.jacobian, view.rate).velocity_at(place);
  Out out;
  Tick tick{.view = view,
            .inertia = inertia,
            .motion = {rate, rate_before_, view.twist.velocity_at(place)},
            .jumped = started_ && !((place - place_).squaredNorm() <= params_.jump * params_.jump),
            .out = out};
  out.effort = effort;
  // in most ticks one sum shows that there is nothing to look for
  if (!std::isfinite(place.sum() + rate.sum() + tick.motion.estimate.sum() + effort.sum())) {
    out.fault = check_finite(place, kStage);
    if (!out.fault) out.fault = check_finite(rate, kStage);
    if (!out.fault) out.fault = check_finite(tick.motion.estimate, kStage);
    if (!out.fault) out.fault = check_finite(effort, kStage);
  }
  if (out.fault) {
    out.effort.setZero();
    out.push = out.effort;
    return out;
  }

  for (int i = 0; i < count_; ++i) {
    State& state = at(states_, i);
    const bool on = enabled(i);
    if (!on && state.share.none() && state.force.isZero(0)) continue;
    if (!on) state.share.down(ease_step_);
    // most boxes are far away most of the time
    const double square = square_of_distance(box(i), place);
    const double reach = params_.radius + kRelief * params_.cushion +
                         tick.motion.now.squaredNorm() / (2 * gentlest_);
    double distance = std::sqrt(square) - params_.radius;
    if (square > reach * reach && state.force.isZero(0)) {
      if (on) state.share = control::Ease(1);
      state.building = state.jumped = false;
    } else {
      spatial::NearestFace face = nearest_face(box(i), place);
      face.distance -= params_.radius;
      push(i, contact(face, tick.motion), tick);
      distance = face.distance;
    }
    if (distance < out.distance) {
      out.distance = distance;
      out.box = i;
    }
  }
  // scaled as a whole, so that it stays a sum of pushes outward
  const double sum = out.force.norm();
  if (sum > params_.max_force) out.force *= params_.max_force / sum;
  out.amount = std::min(sum, params_.max_force);
  out.push = ahead(view, out.force, tick.jumped);
  if (out.amount > 0) fit(out);
  out.effort += out.push;
  started_ = true;
  place_ = place;
  jacobian_ = view.jacobian;
  rate_before_ = rate;

  if (!std::isfinite(out.effort.sum())) out.fault = check_finite(out.effort, kStage);
  if (out.fault) out.effort.setZero();
  return out;
}

// efforts of the force on the tool where the arm will be half a tick from now
robot::JointVector Geofence::ahead(const DeviceView& view, const Vector3& force,
                                   bool jumped) const noexcept {
  if (force.isZero(0)) return robot::JointVector::Zero(view.jacobian.cols());
  const Vector3& place = view.tool.position;
  // there is no tick before the first one
  if (jumped || jacobian_.cols() != view.jacobian.cols()) {
    return robot::joint_efforts(view.jacobian,
                                spatial::Wrench::from_point(Vector3::Zero(), force, place));
  }
  const Vector3 then = place + 0.5 * (place - place_);
  const auto wrench = spatial::Wrench::from_point(Vector3::Zero(), force, then);
  return 1.5 * robot::joint_efforts(view.jacobian, wrench) -
         0.5 * robot::joint_efforts(jacobian_, wrench);
}

Geofence::Contact Geofence::contact(const spatial::NearestFace& face,
                                    const Motion& motion) noexcept {
  const double now = -face.normal.dot(motion.now);
  const double borne_out =
      std::max(-face.normal.dot(motion.before), -face.normal.dot(motion.estimate));
  return {face, std::max(std::min(now, borne_out), 0.0), std::max(-now, 0.0)};
}

// whether the heaviest tool would feel anything
bool Geofence::in_reach(const Contact& c) const noexcept {
  const double free = c.face.distance - params_.cushion;
  return c.face.distance < kRelief * params_.cushion ||
         c.approach * c.approach > 2 * gentlest_ * free;
}

// what one box does: relieves the efforts, brakes and pushes
void Geofence::push(int index, const Contact& c, Tick& tick) noexcept {
  State& state = at(states_, index);
  const Vector3& normal = c.face.normal;
  Vector3 wanted = Vector3::Zero();
  if (in_reach(c)) {
    const Along arm = along(tick.view, tick.inertia, normal, kHeaviest);
    const double strongest = strength(arm.u);
    const double excess =
        std::max(c.approach - allowed_speed(c.face.distance, strongest / arm.mass), 0.0);
    const double brake = kBrake * arm.mass / params_.sample_time * excess;
    const double force = std::min(brake + cushion_force(c), strongest);
    // where it pushes nothing it can be in force at once
    if (enabled(index)) {
      force > 0 ? state.share.up(ease_step_) : void(state.share = control::Ease(1));
    }
    const double share = state.share.share();
    wanted = share * force * normal;
    // what this box brakes, the next one need not
    const Vector3 braked = share * excess * normal;
    tick.motion.now += braked;
    tick.motion.before += braked;
    tick.motion.estimate += braked;

    // near the face all that the controller pushes inward, farther off as much as the brake itself
    const double near = std::clamp(kRelief - c.face.distance / params_.cushion, 0.0, 1.0);
    const double pushed = std::max(-arm.pull.dot(tick.out.effort), 0.0);
    const double inward = share * std::max(near * pushed, std::min(pushed, brake));
    tick.out.effort += inward * arm.u;
    tick.out.removed += inward;
    tick.out.potential += share * cushion_energy(c.face.distance);
  } else if (enabled(index)) {
    state.share = control::Ease(1);
  }
  state.force = built_up(state, wanted, c.face, tick.jumped);
  tick.out.force += state.force;
}

// the most that the joints can do along a direction [N]
double Geofence::strength(const robot::JointVector& u) const noexcept {
  double strongest = params_.max_force;
  for (Eigen::Index i = 0; i < params_.max_effort.size(); ++i) {
    const double per_newton = std::abs(u[i]);
    if (per_newton * strongest > params_.max_effort[i]) {
      strongest = params_.max_effort[i] / per_newton;
    }
  }
  return strongest;
}

// `strongest`: what all of the force does to the mass [m/s²]
double Geofence::allowed_speed(double distance, double strongest) const noexcept {
  const double free = std::max(distance - params_.cushion, 0.0);
  const double able = (1 - params_.hand_force / params_.max_force) * strongest;
  return std::sqrt(2 * std::max(std::min(params_.deceleration, able), gentlest_) * free);
}

// The joints give the fence what it needs; what the controller asks for besides is scaled to fit.
void Geofence::fit(Out& out) const noexcept {
  const robot::JointVector& most = params_.max_effort;
  double share = 1;
  for (Eigen::Index i = 0; i < most.size(); ++i) {
    if (std::abs(out.push[i]) * share > most[i]) share = most[i] / std::abs(out.push[i]);
  }
  out.push *= share;
  out.force *= share;
  out.amount *= share;
  double rest = 1;
  for (Eigen::Index i = 0; i < most.size(); ++i) {
    const double left = most[i] - std::copysign(1.0, out.effort[i]) * out.push[i];
    const double asked = std::abs(out.effort[i]);
    if (asked * rest > left) rest = std::max(left, 0.0) / asked;
  }
  out.effort *= rest;
}

double Geofence::cushion_force(const Contact& c) const noexcept {
  const double ahead = c.retreat * params_.sample_time;
  const double pressed = std::max(params_.cushion - c.face.distance - ahead, 0.0);
  const double fading = std::max(1 - c.retreat / params_.release_speed, 0.0);
  return std::min(params_.stiffness * pressed, params_.max_force) * fading;
}

double Geofence::cushion_energy(double distance) const noexcept {
  const double pressed = std::max(params_.cushion - distance, 0.0);
  const double linear = std::min(pressed, params_.max_force / params_.stiffness);
  return 0.5 * params_.stiffness * linear * linear + params_.max_force * (pressed - linear);
}

// From inside and after a jump a force neither rises nor turns at once, but never points inward. It
// falls at once unless the tool jumped: what still pushed on the way out would give energy.
Vector3 Geofence::built_up(State& state, const Vector3& wanted, const spatial::NearestFace& face,
                           bool jumped) const noexcept {
  if (face.inside || jumped) state.building = true;
  state.jumped = jumped || state.jumped;
  if (!state.building) return wanted;
  const Vector3 change = wanted - state.force;
  const double size = change.norm();
  if (size <= force_step_) {
    state.building = false;
    state.jumped = false;
    return wanted;
  }
  Vector3 force = state.force + force_step_ / size * change;
  if (!state.jumped) force *= std::min(1.0, wanted.norm() / force.norm());
  return force - std::min(force.dot(face.normal), 0.0) * face.normal;
}

}  // namespace tether::guard
