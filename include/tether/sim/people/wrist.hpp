// How a simulated person turns a handle: the rotational counterpart of hand.hpp. The hand is a body
// on a spring and damper whose rest orientation R_i turns as the person intends; the grip is a
// stiffer spring and damper between hand R and handle R_h. With φ(R) the rotation vector of R:
//   I ω̇ = k φ(R_i Rᵀ) + d (ω_i − ω) − M,     M = k_g φ(R R_hᵀ) + d_g (ω − ω_h)      [N m]
// M is the torque of the hand on the handle. All rotations are relative to the handle's start, in
// base axes, and the same about every axis. The person keeps to what they intend, whatever they
// feel.
// Inertia of the hand, and of the relaxed wrist 1 N m/rad and 0.03 N m s/rad: Charles & Hogan,
// J. Biomechanics 44(4), 2011. Stiffness grows to several N m/rad when muscles contract against
// each other, and damping with it: De Serres & Milner, Exp. Brain Research 86, 1991. The upper end
// is taken, and more damping, because who leads a heavy arm steadies it with elbow and shoulder too
// (assumption). The grip is an estimate: 2 kN/m of palm and fingers, some 0.12 m apart.
#pragma once

#include <memory>

#include "tether/control/trajectories/trajectory.hpp"
#include "tether/core/time.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::sim {

struct WristParams {
  double inertia = 0.004;        // of the hand [kg m²]
  double stiffness = 10;         // of the wrist [N m/rad]
  double damping = 1;            // of the wrist, and of the arm behind it [N m s/rad]
  double grip_stiffness = 30;    // [N m/rad]
  double grip_damping = 0.3;     // [N m s/rad]
  double reaction_delay = 0.18;  // from a cue to the intention [s]
};

class Wrist {
 public:
  // The "position" of the trajectory is the rotation vector from the handle's start to the intended
  // orientation [rad], base axes; it is followed a reaction time late.
  Wrist(const WristParams& params, std::shared_ptr<const control::Trajectory> turn);

  // how the hand is turned before anything happens, rotation vector [rad]
  spatial::Vector3 start() const noexcept { return turn_->at(0).position; }

  // takes hold of the handle as it is turned, after having let go
  void take_hold(const spatial::Matrix3& handle) noexcept {
    orientation_ = handle;
    velocity_.setZero();
  }

  // let dt [s] pass with the handle turned by r_h since its start and turning with w_h [rad/s];
  // torque of the hand on it [N m]
  spatial::Vector3 update(core::Time now, double dt, const spatial::Matrix3& handle,
                          const spatial::Vector3& handle_velocity) noexcept;
  // let dt [s] pass with nothing in the hand that resists: how it is turned then, since its start
  const spatial::Matrix3& move(core::Time now, double dt) noexcept {
    update(now, dt, orientation_, velocity_);
    return orientation_;
  }

 private:
  WristParams params_;
  std::shared_ptr<const control::Trajectory> turn_;
  spatial::Matrix3 orientation_;
  spatial::Vector3 velocity_ = spatial::Vector3::Zero();  // [rad/s]
};

// Angular velocity, in base axes, of a body whose rotation vector is phi [rad] and changes with
// phi_rate [rad/s]:
//   ω = φ̇ + (1 − cos θ)/θ² φ × φ̇ + (θ − sin θ)/θ³ φ × (φ × φ̇),     θ = |φ|
// Murray, Li & Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, ch. 2.
spatial::Vector3 angular_velocity(const spatial::Vector3& phi,
                                  const spatial::Vector3& phi_rate) noexcept;

}  // namespace tether::sim
