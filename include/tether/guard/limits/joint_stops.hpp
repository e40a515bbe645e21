// Brakes joints before their position limits, so that no joint meets its mechanical stop at speed.
// With the distance d to the limit less the `margin`, as it will be at the end of the tick, an
// approach may be as fast as the braking acceleration a can still stop,
//   v ≤ √(2 a d)                                                                  [rad/s or m/s]
// A damper b = γ I / T (I: joint_inertia) opposes what is faster, and an effort towards the limit
// is at most b times what is slower. In the margin, efforts towards the limit fade to zero, and a
// spring k pushes back, k x at the depth x, with
//   k = min(τ_max / margin, γ² I / (4 T²))       so that it is damped critically or more
// k is chosen when a joint enters the margin and kept until it leaves: then the spring is
// conservative. Spring and damper never push towards the limit, nor beyond τ_max in all.
//
// A joint that enters within the allowed speed stays inside its limits against outside efforts h
// while I a + h ≤ ½ k margin.
// Braking parabola: Siciliano et al., Robotics, 2009, 4.2 (trapezoidal velocity profile).
#pragma once

#include "tether/guard/device_view.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::guard {

struct JointStopsParams {
  robot::JointVector lower;       // [rad or m]
  robot::JointVector upper;       // [rad or m]
  robot::JointVector max_effort;  // τ_max [N m or N]
  double braking = 5;             // a [rad/s² or m/s²]
  double margin = 0.05;           // before the limit [rad or m]
  double damping = 0.25;          // γ: stable with up to seven joints at their stops at once
  double sample_time = 1e-3;      // T [s]
};

class JointStops {
 public:
  explicit JointStops(const JointStopsParams& params) noexcept;

  struct Out : Guarded {
    double potential = 0;  // stored in the springs [J]
  };
  // amount: norm of the change [N m or N]
  Out update(const DeviceView& view, const robot::InertiaFactor& inertia,
             const robot::JointVector& effort) noexcept;

 private:
  // of an effort and a motion, both positive towards a limit that is `distance` away
  double limited(Eigen::Index joint, double distance, double approach, double towards,
                 const robot::InertiaFactor& inertia) noexcept;

  JointStopsParams params_;
  robot::JointVector stiffness_;  // k of the joints in a margin, zero elsewhere [N m/rad or N/m]
};

}  // namespace tether::guard
