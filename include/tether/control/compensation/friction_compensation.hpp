// Takes friction of the joints off the hand: a share s of what the model says, along the motion,
//   τ_i = s (c_i min(|v_i| / v_0, 1) + d_i |v_i|) sign(v_i),    s < 1                  [N m or N]
// with c Coulomb and d viscous friction, and v_i the smaller of the estimated velocity and the rate
// of the last displacement, zero where the two disagree about the direction: a filtered velocity
// lags behind a reversal, and a compensation that pushed there would give energy. Below v_0 it
// fades, so that a joint at rest is not pushed. It never gives more than friction takes as long as
// the model's friction times s is no more than the true one; the machine pays for it.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::control {

struct FrictionCompensationParams {
  double share = 0;             // s, 0 to below 1; 0 = none
  robot::JointVector coulomb;   // c [N m or N]
  robot::JointVector viscous;   // d [N m s/rad or N s/m]
  double fading_speed = 0.02;   // v_0 [rad/s or m/s]
};

class FrictionCompensation {
 public:
  explicit FrictionCompensation(const FrictionCompensationParams& params) noexcept
      : params_(params) {}

  // velocity: estimated; rate: of the last displacement [rad/s or m/s]; efforts [N m or N]
  robot::JointVector update(const robot::JointVector& velocity,
                            const robot::JointVector& rate) const noexcept;

 private:
  FrictionCompensationParams params_;
};

}  // namespace tether::control
