// The laws of fixtures that act by force, at one place and speed of the tool. d: distance to a
// curve, φ: soft depth in a solid (soft_depth.hpp).
//
// Wall: V = ½ K φ², and with the rate of depth φ̇ = ∇φ·v
//   F = −f ∇φ,   f = max(0, K φ + B φ̇ min(1, φ/δ))
// It pushes and never pulls. Damping fades in over δ, or the force would step at the surface. On
// the way out f ≤ K φ, on the way in f ≥ K φ: a wall returns no more than was put in.
//
// Guide: F = f(d) towards the nearest point of its curve, the slope of a potential of d alone,
//   f = K d               up to s = 0.8 of the range r
//   f = K d (1 − b)       from there to r, b = u²(3 − 2u), u = (d − s)/(r − s)
//   V = −∫_d^r f          so 0 out of range, and a well within
// A force K d that ends at the range would step there by K r, up or down with the hand's tremor; a
// force that is no slope of a potential would feed a hand that goes in and out. What a guide gives
// on the way in is −V, and whoever pays for it sees that. Slope at most 8.5 K.
//
#pragma once

#include "tether/assist/soft_depth.hpp"

namespace tether::assist {

inline constexpr double kFadeDepth = 1e-3;  // δ [m]
inline constexpr double kFullShare = 0.8;   // of the range, in which a guide is a plain spring

// a force at the tool point
struct Push {
  spatial::Vector3 force = spatial::Vector3::Zero();  // [N]
  double potential = 0;                               // [J]
};

// along the gradient of a depth whose rate is `rate` [m/s]
double wall_force(double stiffness, double damping, double depth, double rate) noexcept;

// out of a solid
Push wall(double stiffness, double damping, const Depth& depth,
          const spatial::Vector3& velocity) noexcept;

// magnitude, towards the curve [N], and potential [J] at distance d < range
struct Pull {
  double force = 0;
  double potential = 0;
};
Pull guide_pull(double stiffness, double range, double distance) noexcept;

// 1 − b: 1 within 0.8 of the range, 0 from the range on, smooth
double share_in_range(double range, double distance) noexcept;

// to a point at less than `range`
Push guide(double stiffness, double range, const spatial::Vector3& to_curve) noexcept;

}  // namespace tether::assist
