// A body at the port of a geofence, moved by a hand that means to go through its boxes: physics at
// 0.25 ms, the fence at 1 kHz. Keeps what the fence must answer for: the deepest entry, the force
// that pointed inward, and the energy that the fence took and gave.
#pragma once

#include <algorithm>

#include "tests/guard/fence/thrusting_hand.hpp"
#include "tether/control/estimators/finite_difference.hpp"
#include "tether/guard/fence/geofence.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::guard::test {

using robot::JointVector;
using spatial::Vector3;

class FencedBody {
 public:
  static constexpr double kTick = 1e-3;
  static constexpr int kSubsteps = 4;

  FencedBody(const robot::Chain& chain, const JointVector& q, const JointVector& velocity)
      : chain_(chain), q_(q), velocity_(velocity), before_(q - kTick * velocity) {
    robot::all_terms(chain_, q_, velocity_, state_);
    // an estimator that has seen the motion so far
    estimator_.reset(q - 20 * kTick * velocity);
    for (int i = 19; i >= 1; --i) estimator_.update(q - i * kTick * velocity);
  }

  const Vector3& place() const { return state_.tool.position; }
  Vector3 speed() const {
    return robot::tool_twist(state_.jacobian, velocity_).velocity_at(place());
  }

  Geofence::Out tick(Geofence& fence, const ThrustingHand& hand, const JointVector& controller) {
    const JointVector estimate = estimator_.update(q_);
    const JointVector rate = (q_ - before_) / kTick;
    const spatial::Twist twist = robot::tool_twist(state_.jacobian, estimate);
    inertia_.update(state_.mass_matrix);
    const Geofence::Out out =
        fence.update({q_, estimate, rate, state_.mass_matrix, state_.jacobian, state_.tool, twist},
                     inertia_, controller);
    before_ = q_;
    for (int i = 0; i < kSubsteps; ++i) step(hand, out.effort);
    watch(fence, out, out.push.dot(q_ - before_));
    return out;
  }

  const Tally& tally() const { return tally_; }
  double time() const { return time_; }

 private:
  // gravity is compensated
  void step(const ThrustingHand& hand, const JointVector& effort) {
    constexpr double dt = kTick / kSubsteps;
    const JointVector pushed = robot::joint_efforts(
        state_.jacobian,
        spatial::Wrench::from_point(Vector3::Zero(), hand.force(time_, place(), speed()), place()));
    velocity_ += dt * state_.mass_matrix.ldlt().solve(effort + pushed - state_.coriolis);
    q_ += dt * velocity_;
    time_ += dt;
    robot::all_terms(chain_, q_, velocity_, state_);
  }

  void watch(const Geofence& fence, const Geofence::Out& out, double given) {
    energy_ -= given;
    tally_.least_energy = std::min(tally_.least_energy, energy_);
    tally_.strongest = std::max(tally_.strongest, out.force.norm());
    tally_.worst_step = std::max(tally_.worst_step, (out.force - force_before_).norm());
    force_before_ = out.force;
    tally_.fastest = std::max(tally_.fastest, speed().norm());
    for (int i = 0; i < fence.size(); ++i) {
      const spatial::NearestFace face = nearest_face(fence.box(i), place());
      tally_.nearest = std::min(tally_.nearest, face.distance);
      if (fence.size() == 1) {
        tally_.most_inward = std::max(tally_.most_inward, -out.force.dot(normal_before_));
      }
      normal_before_ = face.normal;
    }
  }

  const robot::Chain& chain_;
  robot::ChainState state_;
  JointVector q_;
  JointVector velocity_;
  JointVector before_;
  robot::InertiaFactor inertia_;
  control::FiniteDifference estimator_{{.samples = 20, .sample_time = kTick}};
  Tally tally_;
  Vector3 force_before_ = Vector3::Zero();
  Vector3 normal_before_ = Vector3::Zero();
  double energy_ = 0;
  double time_ = 0;
};

}  // namespace tether::guard::test
