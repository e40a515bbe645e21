// A platform on smart wheels that never slips: one rigid body whose casters trail, with wheels that
// have inertia and friction. The plainest thing that controllers of platforms can be tried on.
#pragma once

#include <cmath>

#include <Eigen/LU>

#include "tether/robot/platform.hpp"

namespace tether::test {

struct RollingPlatform {
  robot::PlatformGeometry geometry;
  double wheel_inertia = 1.7e-3;  // with its rotor [kg m²]
  double wheel_friction = 0.02;   // of each wheel [N m]

  Eigen::Vector3d place = Eigen::Vector3d::Zero();  // x, y, heading in the world
  robot::PivotAngles pivots = robot::PivotAngles::Zero();
  robot::PlanarTwist twist = robot::PlanarTwist::Zero();  // in its own axes

  robot::WheelVector speeds() const { return robot::wheel_speeds(geometry, pivots, twist); }

  // [s]; the torques are held
  void advance(double time, const robot::WheelVector& torques) {
    constexpr int kSteps = 20;  // a caster may turn by a tenth of a radian in a millisecond
    for (int i = 0; i < kSteps; ++i) step(time / kSteps, torques);
  }

 private:
  void step(double time, const robot::WheelVector& torques) {
    const robot::WheelMap map = robot::wheel_map(geometry, pivots);
    const robot::PivotAngles rates = robot::pivot_rates(geometry, pivots, twist);
    const robot::WheelMap next = robot::wheel_map(geometry, pivots + time * rates);
    Eigen::Matrix3d mass = wheel_inertia * map.transpose() * map;
    mass.diagonal() += Eigen::Vector3d(geometry.mass, geometry.mass, geometry.turning_inertia);
    const robot::WheelVector turning = map * twist;
    const robot::WheelVector friction =
        turning.unaryExpr([this](double w) { return wheel_friction * std::tanh(w / 0.1); });
    const robot::PlanarWrench turned(-geometry.mass * twist[2] * twist[1],
                                     geometry.mass * twist[2] * twist[0], 0);
    const robot::WheelVector spun_up = wheel_inertia / time * (next - map) * twist;
    twist += time * (mass.inverse() * (map.transpose() * (torques - friction - spun_up) - turned));

    const double c = std::cos(place[2]);
    const double s = std::sin(place[2]);
    place +=
        time * Eigen::Vector3d(c * twist[0] - s * twist[1], s * twist[0] + c * twist[1], twist[2]);
    pivots += time * rates;
  }
};

}  // namespace tether::test
