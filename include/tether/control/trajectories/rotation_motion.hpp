// How a body turns while its rotation vector φ changes: R(t) = exp(φ(t)) R_0, in base axes.
//   ω = J φ̇,     α = J φ̈ + J̇ φ̇,       J(φ) = I + b φ~ + c φ~²
//   b = (1 − cos θ) / θ²,   c = (θ − sin θ) / θ³,   θ = |φ|
//   J̇ φ̇ = (φ·φ̇) (b' φ × φ̇ + c' φ × (φ × φ̇)) + c φ̇ × (φ × φ̇),   x' = dx/dθ / θ
// J is singular at θ = 2π only; segments of a motion turn far less.
// Barfoot, State Estimation for Robotics, 2017, §7.1.5 (the left Jacobian).
#pragma once

#include "tether/control/trajectories/quintic.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::control {

// of a tool: its pose, how it turns and the velocity of the tool itself, and how these change
struct PoseState {
  spatial::Pose pose;
  spatial::Twist twist;         // [rad/s], [m/s]
  spatial::Twist acceleration;  // [rad/s²], [m/s²]
};

struct TurnRates {
  spatial::Vector3 velocity = spatial::Vector3::Zero();      // ω [rad/s]
  spatial::Vector3 acceleration = spatial::Vector3::Zero();  // α [rad/s²]
};

// ω and α of a rotation vector in motion, and φ̇ and φ̈ for a given φ, ω and α
TurnRates turn_rates(const MotionState& rotation_vector) noexcept;
MotionState rotation_vector_motion(const spatial::Vector3& rotation_vector,
                                   const TurnRates& rates) noexcept;

}  // namespace tether::control
