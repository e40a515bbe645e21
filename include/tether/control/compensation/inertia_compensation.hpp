// Makes a robot feel lighter: a share γ of what its inertia asks for is added to its efforts,
//   τ = γ M(q) a,    a the acceleration, estimated and low-passed with bandwidth ω:
//   a ← a + (1 − e^(−ω T)) ((v(k) − v(k−1)) / T − a)                                [N m or N]
// so that the coupling's spring, which the hand feels, needs to give only 1 − γ of it. An estimated
// acceleration lags, which generates energy; the passivity layer behind accounts for it and holds
// it back when it cannot be paid, which is what makes the compensation passive.
// Recommended by the document of system 1; spec of system 1, passivity layer.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::control {

struct InertiaCompensationParams {
  double share = 0;           // γ, 0 to below 1; 0 = none
  double bandwidth = 60;      // ω [rad/s]
  double sample_time = 1e-3;  // T [s]
};

class InertiaCompensation {
 public:
  explicit InertiaCompensation(const InertiaCompensationParams& params) noexcept;

  // velocity [rad/s or m/s] and mass matrix of this tick; efforts [N m or N]
  robot::JointVector update(const robot::JointVector& velocity,
                            const robot::JointMatrix& inertia) noexcept;

 private:
  InertiaCompensationParams params_;
  double gain_;  // of the low-pass filter
  robot::JointVector velocity_;
  robot::JointVector acceleration_;
};

}  // namespace tether::control
