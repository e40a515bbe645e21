// Makes a position-controlled arm look like one that takes efforts: a virtual mass and damper per
// joint, moved by the effort that is commanded and the one that the world exerts, gives the arm's
// position servo where to go.
//   M_v q̈ + B_v q̇ = τ + τ_ext                                            [N m or N]
// integrated semi-implicitly, the speed first and the position by it,
//   q̇⁺ = (M_v q̇ + T (τ + τ_ext)) / (M_v + T B_v),      q⁺ = q + T q̇⁺
// so that it never gives more energy than it took, whatever M_v, B_v and T are. Acceleration and
// speed are bounded to what the servo can follow, and the setpoint to the joint's range. A bound on
// braking lets it run on against an effort that should stop it: then it is not passive, and
// `limited` says so. An effort that is no number counts as none.
// Adams & Hannaford, IEEE T-RA 15(3), 1999.
#pragma once

#include <array>
#include <limits>

#include "tether/robot/joints.hpp"

namespace tether::control {

struct AdmittanceJoint {
  double mass = 1;     // M_v [kg m² or kg], positive
  double damping = 5;  // B_v [N m s/rad or N s/m], not negative
  // of the setpoints [rad/s or m/s], [rad/s² or m/s²], [rad or m]
  double max_speed = std::numeric_limits<double>::infinity();
  double max_acceleration = std::numeric_limits<double>::infinity();
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

struct AdmittanceParams {
  std::array<AdmittanceJoint, robot::kMaxJoints> joints{};
  double sample_time = 1e-3;  // T [s]
};

struct AdmittanceOutput {
  robot::JointVector setpoint;  // q [rad or m]
  robot::JointVector velocity;  // q̇ [rad/s or m/s]
  bool limited = false;         // a bound on acceleration, speed or position was met
};

class Admittance {
 public:
  explicit Admittance(const AdmittanceParams& params) noexcept : params_(params) {}

  // at rest where the arm is; its size is the number of joints
  void reset(const robot::JointVector& position) noexcept;
  // τ that is commanded and τ_ext that the world exerts, for the sample time that follows
  AdmittanceOutput update(const robot::JointVector& effort,
                          const robot::JointVector& external) noexcept;

 private:
  AdmittanceParams params_;
  robot::JointVector position_;
  robot::JointVector velocity_;
};

}  // namespace tether::control
