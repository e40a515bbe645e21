// A platform on smart wheels: units that swivel freely about a vertical pivot, each with two driven
// wheels side by side behind the pivot (caster offset). Two wheel torques therefore give the pivot
// a force in any horizontal direction, and the platform is holonomic.
// Unit k: pivot at p_k in the platform's frame (x forward, y left), turned by δ_k about it. Its
// wheels are w apart, c behind the pivot, of radius r. The pivot moves with v_k = v + ω ẑ × p_k; in
// the unit's own axes (ξ forward, η left) wheels that do not slip turn with
//   r φ̇_l = v_ξ − (w / 2) ω_k,   r φ̇_r = v_ξ + (w / 2) ω_k,   ω_k = v_η / c
// where ω_k is how fast the unit turns in the world.
// Eight wheel speeds from three velocities (inverse), three from eight by least squares (forward).
// Campion, Bastin & D'Andréa-Novel, IEEE Trans. Robotics and Automation 12(1), 1996.
#pragma once

#include <array>

#include <Eigen/Core>

namespace tether::robot {

inline constexpr int kSmartWheels = 4;
inline constexpr int kDrivenWheels = 2 * kSmartWheels;

// of the platform in its own axes: (ẋ, ẏ, θ̇) [m/s, m/s, rad/s], and (F_x, F_y, M) [N, N, N m]
using PlanarTwist = Eigen::Vector3d;
using PlanarWrench = Eigen::Vector3d;
using WheelVector = Eigen::Matrix<double, kDrivenWheels, 1>;  // unit by unit, left then right
using PivotAngles = Eigen::Matrix<double, kSmartWheels, 1>;   // δ [rad]

// Wheels and caster as the maker's public driver of these units has them. Where the pivots of this
// platform are is told nowhere: assumed, as in that driver's example.
struct PlatformGeometry {
  // front left, rear left, rear right, front right [m]
  std::array<Eigen::Vector2d, kSmartWheels> pivots{
      {{0.233, 0.1165}, {-0.233, 0.1165}, {-0.233, -0.1165}, {0.233, -0.1165}}};
  double caster_offset = 0.01;     // c [m]
  double wheel_distance = 0.0775;  // w, between the two wheels of a unit [m]
  double wheel_radius = 0.052;     // r [m]
  // An encoder of a pivot reads δ_k + offset, wrapped at ±π [rad].
  std::array<double, kSmartWheels> pivot_offsets{4.691878, 3.224157, 0.028178, 5.856820};
  double max_wheel_torque = 1.5;  // of one wheel, below what slips with μ = 0.8 [N m]
  double mass = 36.5;             // of all [kg]
  double turning_inertia = 2.0;   // about the vertical axis through its centre [kg m²]
  // outline: half of length and width [m]
  double half_length = 0.33;
  double half_width = 0.30;
  double scanner_ahead = 0.28;  // of the scanner, before the centre [m]
};

}  // namespace tether::robot
