// Weight and inertia of the Falcon's links as the handle feels them. With J_k the rate of link k's
// centre of mass per motion of the handle,
//   U(p) = −Σ m_k gᵀ x_k,   F_hold = ∂U/∂p = −Σ m_k J_kᵀ g,   M(p) = Σ m_k J_kᵀ J_k + turning parts
// F_hold is the force at the handle that carries the links; Falcon::torques turns it into that of
// the motors. Masses and centres of mass: Martin & Hillier, ACRA 2009, table 2.
#pragma once

#include "tether/robot/falcon.hpp"

namespace tether::robot {

struct FalconMasses {
  double leg = 0.08959;           // thigh with the sector that the cable turns [kg]
  double bar = 0.00837;           // one of the two sides of a parallelogram [kg]
  double joint = 0.01042;         // one at the knee, one at the handle [kg]
  double end_effector = 0.08273;  // handle [kg]
  // centres of mass. Of the leg: along the thigh and across it, in the sense of growing θ; of a bar
  // from its end at the knee; of a joint from its axis towards the bars [m]
  double leg_along = -0.00319;
  double leg_across = 0.02334;
  double bar_along = 0.05635;
  double joint_along = 0.01561;
  // about those centres [kg m²]
  double leg_inertia = 140e-6;
  double bar_inertia = 8.5e-6;
  double joint_inertia = 0.7e-6;
  // of a motor's rotor, felt at the hip by the square of the gear ratio: an estimate for a rotor of
  // 70 g and 21 mm across; not published [kg m²]
  double rotor_inertia = 3.9e-6;
  double gear_ratio = 110 / 14.25;
};

// up to a constant [J]; gravity in base axes [m/s²]
double potential_energy(const Falcon& falcon, const FalconMasses& masses,
                        const FalconPosture& posture, const spatial::Vector3& gravity) noexcept;

// force at the handle that carries the links [N]
spatial::Vector3 holding_force(const Falcon& falcon, const FalconMasses& masses,
                               const FalconPosture& posture,
                               const spatial::Vector3& gravity) noexcept;

// M: kinetic energy is ½ ṗᵀ M ṗ [kg]
spatial::Matrix3 apparent_mass(const Falcon& falcon, const FalconMasses& masses,
                               const FalconPosture& posture) noexcept;

}  // namespace tether::robot
