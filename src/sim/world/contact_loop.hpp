// Whether an arm of admittance type (servo_arm.hpp) is stable when its tool presses on something.
// Contact and arm make a loop of one force and one motion y along the normal n,
//   L(s) = Z(s) g(s) + (Z(s) S(z) + k_s z⁻¹) a(s),       Z(s) = k + c s + m s²
// with S the sensor's filter, k_s the spring of the coupling, which acts a tick later, and
//   g = jᵀ Q⁻¹ j                                      the arm is pushed against its fluid,
//   a = jᵀ Q⁻¹ D B_v⁻¹ j  p V/s (1 + K T/(1 − z⁻¹)) A(z) H(s)     the admittance gives way,
//   Q = M s² + D p (1 + K V/s),   p = ω_h² + 2 ζ_h ω_h s,   V = ω_v² / (s² + 2 ζ_v ω_v s + ω_v²)
// where j = Jᵀn, M is the arm's mass matrix and D its diagonal, which the drives go by; A is the
// virtual mass and damper of a unit of B_v, H the hold of an interface tick T, z = e^{sT}.
// As the loop is closed little by little, L → εL, a pole reaches the imaginary axis only where
// L(jω) is real and at most −1/ε. So the arm is stable when no such crossing is left of −1:
// Nyquist, Bell Syst. Tech. J. 11, 1932. The gain margin is 1 / |the crossing farthest left|.
// It must hold on the contact and off it, where the spring alone closes the loop (Z = 0): an arm
// that swings when it is free hops on the contact for ever. Roughly, B_v at the tool must exceed k
// times the lags. But the fluid swings near the crossing where its damping is low, and the other
// joints' masses bring it down by up to √2: a rule of lags alone calls arms stable that are not.
#pragma once

#include <complex>

#include "tether/sim/devices/servo_arm_params.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::sim {

// What a servo arm should have: Åström & Murray, Feedback Systems, 2008, 9.3. An arm that hops on
// the contact meets more lag than one that stays on it, which this covers.
inline constexpr double kSafeGainMargin = 2;

class ContactLoop {
 public:
  // at the posture params.start, along the normal [unit, base axes]
  ContactLoop(const robot::Chain& chain, const ServoArmParams& params,
              const spatial::Vector3& normal);

  enum class Touch { contact, none };
  std::complex<double> at(double frequency, Touch touch) const;  // L(jω), ω [rad/s]
  // infinite when L never crosses
  double gain_margin(Touch touch) const;
  // the lesser of both
  double gain_margin() const;

  // what one feels at the tool along the normal, everything else free
  double virtual_damping() const;  // [N s/m]
  double mass() const;             // of the real arm [kg]

 private:
  ServoArmParams params_;
  Eigen::MatrixXd inertia_;  // M
  Eigen::VectorXd lever_;    // j
  Eigen::VectorXd damping_;  // B_v
};

// the least drag whose margin is kSafeGainMargin along the normal, other figures as they are; none
// when no drag has it
double least_drag(const robot::Chain& chain, const ServoArmParams& params,
                  const spatial::Vector3& normal);

}  // namespace tether::sim
