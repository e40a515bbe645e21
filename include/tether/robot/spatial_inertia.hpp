// Inertia of a rigid body about the origin of the base frame, in ten parameters: mass m [kg], first
// moment h = m c [kg m] and rotational inertia I about the origin [kg m²]. In these coordinates the
// inertia of bodies that move together is simply their sum. A twist (ω, v) gives the momentum
//   (I ω + h × v,  m v − h × ω)                                              [N m s], [N s]
// Featherstone, Rigid Body Dynamics Algorithms, 2008, sec. 2.13.
#pragma once

#include <Eigen/Geometry>

#include "tether/spatial/pose.hpp"
#include "tether/spatial/twist.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::robot {

struct SpatialInertia {
  double mass = 0;                                         // [kg]
  spatial::Vector3 moment = spatial::Vector3::Zero();      // [kg m]
  spatial::Matrix3 rotational = spatial::Matrix3::Zero();  // [kg m²]

  // momentum of a body that moves with t; a wrench when t is an acceleration
  spatial::Wrench operator*(const spatial::Twist& t) const noexcept {
    return {rotational * t.angular + moment.cross(t.linear),
            mass * t.linear - moment.cross(t.angular)};
  }
  SpatialInertia& operator+=(const SpatialInertia& other) noexcept {
    mass += other.mass;
    moment += other.moment;
    rotational += other.rotational;
    return *this;
  }

  // a body with centre of mass `centre` and inertia `inertia` about it, in the frame `pose`
  static SpatialInertia of_body(double mass, const spatial::Vector3& centre,
                                const spatial::Matrix3& inertia,
                                const spatial::Pose& pose) noexcept;
};

}  // namespace tether::robot
