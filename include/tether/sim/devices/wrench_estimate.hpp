// The external wrench as an arm without a force sensor estimates it: what its joint torque sensors
// feel beyond what its own model of itself expects. That model is slightly wrong, and so is the
// wrench:
//   τ̂ = τ_ext − [(M − M̂) q̈ + (c − ĉ) + (g − ĝ)] − friction residue + offset
//   Ŵ = LP( (Jᵀ)⁺ τ̂ ) + noise                                           [N m], [N]
// g, c, M hold for the arm, hats for its model: it does not know of a load at the tool, and its
// links' centres of mass lie elsewhere. The pseudo-inverse is damped: directions that the arm
// hardly feels are divided by ε² instead of their σ². All errors zero: Ŵ = W, where σ > ε and but
// for the low-pass.
// What matters to who closes a loop over it: g − ĝ changes only with motions that change gravity
// torques, towards the base or away and up or down, never with a turn about a vertical first joint.
// Linearised, it is a spring −k_g x; estimated late by T it is one with damping, −k_g x(t − T) ≈
// −k_g x + k_g T ẋ, which is negative for k_g > 0.
// Haddadin, De Luca & Albu-Schäffer, IEEE T-RO 33(6), 2017, "Robot collisions: a survey", sec. IV.
#pragma once

#include <cstdint>

#include "tether/control/estimators/low_pass.hpp"
#include "tether/robot/chain.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/sim/devices/force_sensor.hpp"
#include "tether/sim/people/random_generator.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::sim {

struct WrenchEstimateParams {
  double load_mass = 0.1;  // at the tool, not known to the arm's model (assumption) [kg]
  spatial::Vector3 load_centre = spatial::Vector3(0.02, 0, 0);  // in the tool's frame [m]
  // of every link, how far the model's centre of mass is off; its direction is drawn. With the
  // load, forces at rest are as large as those that the document measured in three postures
  // (1.9 N root mean square)
  double centre_error = 0.015;  // [m]
  double torque_offset = 0.1;   // of a joint's sensor, standard deviation of the one drawn [N m]
  // left of friction once it is compensated: the fit of robots/panda.xml misses so much
  double friction = 0.04;                 // [N m]
  double friction_speed = 0.02;           // over which it turns with the motion [rad/s]
  ForceAndTorque noise{0.02, 0.003};      // standard deviation at rest, as in the document
  double cutoff = 100;                    // of the low-pass (assumption) [Hz]
  double smallest_singular_value = 0.03;  // ε, of a Jacobian whose turns count 0.3 m/rad [m]
  double sample_time = 1e-3;              // [s]
};

// how an arm moves
struct ArmMotion {
  robot::JointVector position;      // [rad]
  robot::JointVector velocity;      // [rad/s]
  robot::JointVector acceleration;  // [rad/s²]
};

class WrenchEstimate {
 public:
  // the chain is the arm as it is, with the gravity it stands in; throws core::InputError when its
  // last link weighs less than the load that is said to be part of it
  WrenchEstimate(const robot::Chain& chain, const WrenchEstimateParams& params, std::uint64_t seed);

  // one sample; what really acts and what is estimated, both in base axes, moment about the tool
  spatial::Wrench update(const ArmMotion& motion, const spatial::Wrench& external_at_tool) noexcept;
  const spatial::Wrench& wrench() const noexcept { return wrench_; }

  // the arm as its own model has it
  const robot::Chain& believed() const noexcept { return believed_; }
  // joint torques that are taken for external when nobody touches the arm [N m]
  robot::JointVector residue(const ArmMotion& motion) noexcept;

 private:
  spatial::Wrench at_tool(const robot::JointVector& torques) const noexcept;

  robot::Chain chain_;
  robot::Chain believed_;
  WrenchEstimateParams params_;
  RandomGenerator random_;
  robot::JointVector offset_;
  control::LowPass<spatial::Vector6> low_pass_;
  robot::ChainState state_;  // work space, of the arm as it is
  robot::ChainState model_;  // the same, as believed
  spatial::Wrench wrench_;
};

}  // namespace tether::sim
