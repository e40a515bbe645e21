// A platform on smart wheels: units that swivel freely about a vertical pivot, each with two driven
// wheels side by side behind the pivot (caster offset). Two wheel torques therefore give the pivot
// a force in any horizontal direction, and the platform is holonomic.
// Unit k: pivot at p_k in the platform's frame (x forward, y left), turned by δ_k about it. Its
// wheels are w apart, c behind the pivot, of radius r. The pivot moves with v_k = v + ω ẑ × p_k; in
// the unit's own axes (ξ forward, η left) wheels that do not slip turn with
//   r φ̇_l = v_ξ − (w / 2) ω_k,   r φ̇_r = v_ξ + (w / 2) ω_k,   ω_k = v_η / c
// where ω_k is how fast the unit turns in the world,
// so that eight wheel speeds follow from three velocities, φ̇ = A(δ) v (inverse kinematics), and
// three velocities from eight speeds by least squares, v = (AᵀA)⁻¹ Aᵀ φ̇ (forward). Each unit
// reports the whole velocity of its pivot: AᵀA is regular whatever the pivots do. A unit trails.
// Driven backwards (v_ξ < 0, pushing where it pulled) it stands on its head: it flips within a few
// c / |v| once v_η is not quite zero, and its wheels then turn up to w / 2c times as fast as they
// would roll. No law here forbids that; what reverses slowly flips slowly. Campion, Bastin &
// D'Andréa-Novel, IEEE Trans. Robotics and Automation 12(1), 1996.
#pragma once

#include <array>

#include <Eigen/Core>

#include "tether/robot/chain.hpp"

namespace tether::robot {

inline constexpr int kSmartWheels = 4;
inline constexpr int kDrivenWheels = 2 * kSmartWheels;

// of the platform in its own axes: (ẋ, ẏ, θ̇) [m/s, m/s, rad/s], and (F_x, F_y, M) [N, N, N m]
using PlanarTwist = Eigen::Vector3d;
using PlanarWrench = Eigen::Vector3d;
using WheelVector = Eigen::Matrix<double, kDrivenWheels, 1>;  // unit by unit, left then right
using PivotAngles = Eigen::Matrix<double, kSmartWheels, 1>;   // δ [rad]
using WheelMap = Eigen::Matrix<double, kDrivenWheels, 3>;     // A [1/m, 1/m, 1]

// Wheels and caster as the maker's public driver of these units has them. Where the pivots of this
// platform are is stated nowhere: assumed, as in that driver's example.
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
  double max_wheel_speed = 100;   // [rad/s]
  double mass = 36.5;             // of all [kg]
  double turning_inertia = 2.0;   // about the vertical axis through its centre [kg m²]
  // outline: half of length and width [m]
  double half_length = 0.33;
  double half_width = 0.30;
  double scanner_ahead = 0.28;  // of the scanner, before the centre [m]
  // ratings of the platform as a whole; the speed is that driver's
  double max_speed = 1.5;      // [m/s]
  double max_turn_rate = 2.0;  // [rad/s]
};

// A(δ), of which row 2k is the left wheel of unit k and row 2k + 1 the right one
WheelMap wheel_map(const PlatformGeometry& geometry, const PivotAngles& pivots) noexcept;

// inverse: how fast the wheels turn when the platform moves so [rad/s]
WheelVector wheel_speeds(const PlatformGeometry& geometry, const PivotAngles& pivots,
                         const PlanarTwist& twist) noexcept;

// forward: the motion that eight wheel speeds [rad/s] measure, with the least sum of squared errors
PlanarTwist platform_twist(const PlatformGeometry& geometry, const PivotAngles& pivots,
                           const WheelVector& speeds) noexcept;

// how fast the units turn in the platform's axes, δ̇_k = v_η / c − θ̇ [rad/s]
PivotAngles pivot_rates(const PlatformGeometry& geometry, const PivotAngles& pivots,
                        const PlanarTwist& twist) noexcept;

// Where the units come to rest when the platform goes on like this: v_η = c θ̇ and v_ξ > 0. One
// whose pivot is slower than c |θ̇| never rests, and keeps its angle here.
PivotAngles trailing_angles(const PlatformGeometry& geometry, const PivotAngles& pivots,
                            const PlanarTwist& twist) noexcept;

// 0 to 1: how much of a motion is left when no wheel may turn faster than its rating
double attainable_share(const PlatformGeometry& geometry, const PivotAngles& pivots,
                        const PlanarTwist& twist) noexcept;

// the same angle within ±π [rad]
double wrapped(double angle) noexcept;

// δ from what the encoder of that unit reads, and what it reads at δ [rad]
double pivot_angle(const PlatformGeometry& geometry, int unit, double encoder) noexcept;
double pivot_encoder(const PlatformGeometry& geometry, int unit, double angle) noexcept;

// Where the platform is in the world: x, y [m] and θ [rad], which never wraps.
using PlanarPlace = Eigen::Vector3d;

// where it is after a time [s] of constant motion in its own axes: an arc, followed exactly
PlanarPlace moved(const PlanarPlace& place, const PlanarTwist& twist, double time) noexcept;

// a planar twist or wrench in axes that are turned by −`angle` against its own: from the platform's
// axes to the world's with its heading, and back with minus that
Eigen::Vector3d turned(double angle, const Eigen::Vector3d& planar) noexcept;

// The platform as a chain of two slides along x and y and a hinge, from where it started. Its rated
// efforts are what the wheels can give in any direction however the units stand: a unit at least
// f = (2 τ_max / r) k / √(1 + k²) with k = w / 2c, all of them 4 f, and the moment Σ |p_k| f.
Chain planar_chain(const PlatformGeometry& geometry);

}  // namespace tether::robot
