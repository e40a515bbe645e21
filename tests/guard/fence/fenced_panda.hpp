// A Panda behind the guards of the scenario panda_lwr_haptic and a geofence, with its joint
// friction (robots/panda.xml), its velocity filter and what its controller compensates, moved by a
// hand that means to go through a box: physics at 0.5 ms, the guards at 1 kHz.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/guard/fence/thrusting_hand.hpp"
#include "tether/control/compensation/inertia_compensation.hpp"
#include "tether/control/estimators/state_variable_filter.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/robot/chain.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::guard::test {

inline JointVector effort_ratings(const robot::Chain& chain) {
  JointVector efforts(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    efforts[i] = chain.joints[static_cast<std::size_t>(i)].max_effort;
  }
  return efforts;
}

// Without the contact watch, which would stop the session before the hand is at its strongest.
inline DeviceGuardsParams panda_guards(const robot::Chain& chain, const FenceBox& box) {
  const JointVector efforts = effort_ratings(chain);
  JointVector speeds(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    speeds[i] = chain.joints[static_cast<std::size_t>(i)].max_speed;
  }
  DeviceGuardsParams guards;
  guards.frozen = FrozenWatchParams{};
  guards.fence.emplace();
  guards.fence->max_effort = efforts;
  guards.fence->boxes = {box};
  guards.joint_stops = {.lower = robot::lower_limits(chain),
                        .upper = robot::upper_limits(chain),
                        .max_effort = efforts};
  guards.joint_speed = {.max_speed = speeds, .max_effort = efforts};
  guards.tool_speed = ToolSpeedLimitParams{};
  guards.torque_rate = TorqueRateLimitParams{};
  guards.power = {.max_power = 198, .max_effort = efforts};
  guards.stop = {.damping = JointVector::Constant(chain.joint_count, 10), .max_effort = efforts};
  return guards;
}

class FencedPanda {
 public:
  static constexpr double kTick = 1e-3;
  static constexpr int kSubsteps = 2;

  // the controller pushes on along the hand's way with so much force [N]
  FencedPanda(const robot::Chain& chain, const FenceBox& box, const JointVector& q,
              const JointVector& velocity, const ThrustingHand& hand, double controller)
      : chain_(chain),
        box_(box),
        hand_(hand),
        controller_(controller),
        guards_(panda_guards(chain, box), "panda"),
        witness_(*panda_guards(chain, box).fence, {&box_, 1}),
        ratings_(effort_ratings(chain)),
        q_(q),
        velocity_(velocity),
        before_(q - kTick * velocity) {
    robot::all_terms(chain_, q_, velocity_, state_);
    // a filter that has seen the motion so far
    constexpr int kSeen = 100;
    filter_.reset(q - kSeen * kTick * velocity);
    for (int i = kSeen - 1; i >= 1; --i) filter_.update(q - i * kTick * velocity);
  }

  void tick() {
    const JointVector estimate = filter_.update(q_);
    const JointVector rate = (q_ - before_) / kTick;
    const spatial::Twist twist = robot::tool_twist(state_.jacobian, estimate);
    const DeviceView view{q_,          estimate, rate, state_.mass_matrix, state_.jacobian,
                          state_.tool, twist};
    inertia_.update(state_.mass_matrix);
    const JointVector asked = control(estimate);
    // the same fence once more, to be asked what its part was
    const Geofence::Out fenced = witness_.update(view, inertia_, asked);
    const auto guarded = guards_.update(view, {{Vector3::Zero(), held_}, false}, asked);
    watch(fenced, guarded.effort);
    before_ = q_;
    for (int i = 0; i < kSubsteps; ++i) step(guarded.effort);
    energy_ -= fenced.push.dot(q_ - before_);
    tally_.least_energy = std::min(tally_.least_energy, energy_);
    tally_.nearest = std::min(tally_.nearest, nearest_face(box_, place()).distance);
  }

  const Tally& tally() const { return tally_; }
  // that the efforts gave the tool inward while it was in the cushion [m/s²]
  double pushed_inward() const { return pushed_inward_; }
  bool stopped() const { return guards_.stopped(); }
  double time() const { return time_; }

 private:
  const Vector3& place() const { return state_.tool.position; }
  Vector3 speed() const {
    return robot::tool_twist(state_.jacobian, velocity_).velocity_at(place());
  }
  JointVector efforts_of(const Vector3& force) const {
    return robot::joint_efforts(state_.jacobian,
                                spatial::Wrench::from_point(Vector3::Zero(), force, place()));
  }

  JointVector control(const JointVector& estimate) {
    JointVector effort = lighter_.update(estimate, state_.mass_matrix);
    robot::coriolis_efforts(chain_, q_, estimate, estimated_);
    effort += estimated_.coriolis;
    if (speed().norm() < hand_.velocity.norm()) {
      effort += efforts_of(controller_ * hand_.velocity.normalized());
    }
    return effort;
  }

  void watch(const Geofence::Out& fenced, const JointVector& effort) {
    const Vector3 normal = nearest_face(box_, place()).normal;
    tally_.strongest = std::max(tally_.strongest, fenced.amount);
    tally_.most_inward = std::max(tally_.most_inward, -fenced.force.dot(normal));
    tally_.fastest = std::max(tally_.fastest, speed().norm());
    if (fenced.distance > GeofenceParams{}.cushion) return;
    const auto gained = robot::tool_twist(state_.jacobian, inertia_.push(effort));
    pushed_inward_ = std::max(pushed_inward_, -gained.velocity_at(place()).dot(normal));
  }

  // The fence promises to hold f_hand of f_max, and as much of what the ratings allow. A wrist of
  // 12 N m with 0.2 m to the handle holds 60 N and no more.
  Vector3 held() const {
    const GeofenceParams fence;
    const Vector3 force = hand_.force(time_, place(), speed());
    const JointVector load = efforts_of(force);
    const double most =
        (load.array().abs() / ratings_.array()).maxCoeff() * fence.max_force / fence.hand_force;
    return force / std::max(most, 1.0);
  }

  // gravity is compensated; friction is implicit, Coulomb's smooth below 0.01 rad/s
  void step(const JointVector& effort) {
    constexpr double dt = kTick / kSubsteps;
    constexpr double kSlow = 0.01;
    constexpr std::array kCoulomb{0.024, 0.111, 0.091, 0.069, 0.095, 0.078, 0.088};
    constexpr std::array kViscous{0.465, 0.776, 0.562, 1.120, 0.757, 0.200, 0.483};
    held_ = held();
    JointVector sum = effort + efforts_of(held_) - state_.coriolis;
    robot::JointMatrix inertia = state_.mass_matrix;
    for (int i = 0; i < chain_.joint_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      sum[i] -= kCoulomb[k] * std::tanh(velocity_[i] / kSlow) + kViscous[k] * velocity_[i];
      inertia(i, i) += dt * (kViscous[k] + kCoulomb[k] / kSlow);
    }
    velocity_ += dt * inertia.ldlt().solve(sum);
    q_ += dt * velocity_;
    time_ += dt;
    robot::all_terms(chain_, q_, velocity_, state_);
  }

  const robot::Chain& chain_;
  FenceBox box_;
  ThrustingHand hand_;
  double controller_;
  DeviceGuards guards_;
  Geofence witness_;
  JointVector ratings_;
  robot::ChainState state_;
  robot::ChainState estimated_;
  JointVector q_;
  JointVector velocity_;
  JointVector before_;
  robot::InertiaFactor inertia_;
  control::StateVariableFilter filter_{{.cutoff = 50, .sample_time = kTick}};
  control::InertiaCompensation lighter_{{.share = 0.6, .sample_time = kTick}};
  Vector3 held_ = Vector3::Zero();  // force of the hand [N]
  Tally tally_;
  double pushed_inward_ = 0;
  double energy_ = 0;
  double time_ = 0;
};

}  // namespace tether::guard::test
