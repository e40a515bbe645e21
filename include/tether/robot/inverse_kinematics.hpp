// The joint positions that bring a chain's tool to a pose, found numerically from a seed posture.
// Each step solves the damped least-squares problem
//   (Jᵀ J + λ 1) Δq = Jᵀ e,    λ = ½ |e|² + λ₀,    e = (orientation error, position error)
// whose damping fades with the error, so that it converges quadratically where a solution exists
// and settles at the nearest pose where none does. Joints stay within their limits; what the tool
// leaves free is pulled gently to the seed. For set-up time, not for a tick.
// Sugihara, IEEE T-RO 27(5), 2011, "Solvability-unconcerned inverse kinematics by the
// Levenberg-Marquardt method".
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/robot/joints.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::robot {

struct InverseKinematicsParams {
  // meet the position exactly and the orientation as well as the remaining freedom allows; for arms
  // with fewer than six joints
  bool position_first = false;
  double orientation_weight = 0.3;       // an error of 1 rad counts as this much [m/rad]
  double position_tolerance = 1e-11;     // [m]
  double orientation_tolerance = 1e-11;  // [rad]
  double limit_margin = 0;               // kept to every joint limit [rad] or [m]
  double posture_gain = 0.1;             // share of the way to the seed in one step
  double max_step = 0.2;                 // of any joint [rad] or [m]
  int max_iterations = 1000;
};

struct InverseKinematicsResult {
  JointVector q;
  double position_error = 0;     // [m]
  double orientation_error = 0;  // [rad]
  int iterations = 0;
  // both errors within tolerance; the position error alone when the position comes first
  bool converged = false;
};

// `goal` is the tool pose in base frame; `seed` is moved into the limits first. Throws
// core::InputError when the goal is no pose (a reflection, say) or the seed does not fit the chain.
InverseKinematicsResult inverse_kinematics(const Chain& chain, const spatial::Pose& goal,
                                           const JointVector& seed,
                                           const InverseKinematicsParams& params = {});

// Smallest singular value of the tool-point Jacobian at q: how far the arm is from losing a
// direction of motion. Angular rows count `orientation_weight` [m/rad] as above.
double smallest_singular_value(const Chain& chain, const JointVector& q,
                               double orientation_weight = 0.3) noexcept;

}  // namespace tether::robot
