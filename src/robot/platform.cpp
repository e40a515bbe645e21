#include "tether/robot/platform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

namespace tether::robot {
namespace {

using Axes = Eigen::Matrix<double, 2, 3>;

// velocity of a pivot along its unit's axes (ξ, η) per motion of the platform
Axes pivot_map(const Eigen::Vector2d& pivot, double angle) noexcept {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  Axes map;
  map << c, s, s * pivot.x() - c * pivot.y(),  //
      -s, c, c * pivot.x() + s * pivot.y();
  return map;
}

// k: what a sideways velocity costs the wheels, against one along the unit
double sideways_ratio(const PlatformGeometry& geometry) noexcept {
  return geometry.wheel_distance / (2 * geometry.caster_offset);
}

}  // namespace

WheelMap wheel_map(const PlatformGeometry& geometry, const PivotAngles& pivots) noexcept {
  const double k = sideways_ratio(geometry);
  WheelMap map;
  for (Eigen::Index unit = 0; unit < kSmartWheels; ++unit) {
    const Axes axes = pivot_map(geometry.pivots[static_cast<std::size_t>(unit)], pivots[unit]);
    map.row(2 * unit) = (axes.row(0) - k * axes.row(1)) / geometry.wheel_radius;
    map.row(2 * unit + 1) = (axes.row(0) + k * axes.row(1)) / geometry.wheel_radius;
  }
  return map;
}

WheelVector wheel_speeds(const PlatformGeometry& geometry, const PivotAngles& pivots,
                         const PlanarTwist& twist) noexcept {
  return wheel_map(geometry, pivots) * twist;
}

PlanarTwist platform_twist(const PlatformGeometry& geometry, const PivotAngles& pivots,
                           const WheelVector& speeds) noexcept {
  const WheelMap map = wheel_map(geometry, pivots);
  const Eigen::Matrix3d normal = map.transpose() * map;
  return normal.inverse() * (map.transpose() * speeds);
}

PivotAngles pivot_rates(const PlatformGeometry& geometry, const PivotAngles& pivots,
                        const PlanarTwist& twist) noexcept {
  PivotAngles rates;
  for (int unit = 0; unit < kSmartWheels; ++unit) {
    const Axes axes = pivot_map(geometry.pivots[static_cast<std::size_t>(unit)], pivots[unit]);
    rates[unit] = axes.row(1).dot(twist) / geometry.caster_offset - twist[2];
  }
  return rates;
}

PivotAngles trailing_angles(const PlatformGeometry& geometry, const PivotAngles& pivots,
                            const PlanarTwist& twist) noexcept {
  PivotAngles angles;
  for (int unit = 0; unit < kSmartWheels; ++unit) {
    const Axes axes = pivot_map(geometry.pivots[static_cast<std::size_t>(unit)], 0);
    const Eigen::Vector2d velocity = axes * twist;
    const double sideways = geometry.caster_offset * twist[2];
    const double speed = velocity.norm();
    angles[unit] =
        speed <= std::abs(sideways)
            ? pivots[unit]
            : wrapped(std::atan2(velocity.y(), velocity.x()) - std::asin(sideways / speed));
  }
  return angles;
}

double attainable_share(const PlatformGeometry& geometry, const PivotAngles& pivots,
                        const PlanarTwist& twist) noexcept {
  const double fastest = wheel_speeds(geometry, pivots, twist).cwiseAbs().maxCoeff();
  return fastest > geometry.max_wheel_speed ? geometry.max_wheel_speed / fastest : 1;
}

double wrapped(double angle) noexcept { return std::remainder(angle, 2 * std::numbers::pi); }

double pivot_angle(const PlatformGeometry& geometry, int unit, double encoder) noexcept {
  return wrapped(encoder - geometry.pivot_offsets[static_cast<std::size_t>(unit)]);
}

double pivot_encoder(const PlatformGeometry& geometry, int unit, double angle) noexcept {
  return wrapped(angle + geometry.pivot_offsets[static_cast<std::size_t>(unit)]);
}

PlanarPlace moved(const PlanarPlace& place, const PlanarTwist& twist, double time) noexcept {
  const double half = 0.5 * twist[2] * time;
  // the chord of an arc points along its middle, and is shorter by sin x / x
  const double chord = std::abs(half) < 1e-6 ? 1 : std::sin(half) / half;
  PlanarPlace next = place + time * turned(place[2] + half, twist);
  next.head<2>() = place.head<2>() + chord * (next - place).head<2>();
  return next;
}

Eigen::Vector3d turned(double angle, const Eigen::Vector3d& planar) noexcept {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * planar[0] - s * planar[1], s * planar[0] + c * planar[1], planar[2]};
}

Chain planar_chain(const PlatformGeometry& geometry) {
  // far beyond any floor, and as many turns as anybody drives
  constexpr double kFar = 1e4;
  const double k = sideways_ratio(geometry);
  const double of_unit =
      2 * geometry.max_wheel_torque / geometry.wheel_radius * k / std::sqrt(1 + k * k);
  double moment = 0;
  for (const Eigen::Vector2d& pivot : geometry.pivots) moment += pivot.norm() * of_unit;

  Chain chain;
  chain.name = "ropod";
  chain.joint_count = 3;
  const auto joint = [&chain](std::size_t i) -> Joint& { return chain.joints[i]; };
  for (std::size_t i = 0; i < 2; ++i) {
    joint(i).type = JointType::prismatic;
    joint(i).max_speed = geometry.max_speed;
    joint(i).max_effort = kSmartWheels * of_unit;
  }
  joint(0).name = "x";
  joint(0).axis = spatial::Vector3::UnitX();
  joint(1).name = "y";
  joint(1).axis = spatial::Vector3::UnitY();
  joint(2).name = "turn";
  joint(2).max_speed = geometry.max_turn_rate;
  joint(2).max_effort = moment;
  for (std::size_t i = 0; i < 3; ++i) {
    joint(i).lower = -kFar;
    joint(i).upper = kFar;
  }
  // flat: only the inertia about the vertical axis ever matters
  const double inertia = geometry.turning_inertia;
  chain.links[2].mass = geometry.mass;
  chain.links[2].inertia = spatial::Vector3(inertia / 2, inertia / 2, inertia).asDiagonal();
  prepare(chain);
  return chain;
}

}  // namespace tether::robot
