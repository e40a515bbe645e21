// Generalised velocity T = (ω, v) of a body, a screw: ω [rad/s] is its angular velocity, v [m/s]
// the velocity of the body point that passes the origin of the frame T is expressed in. In base
// frame unless the name says otherwise. Stramigioli & Bruyninckx, ICRA tutorial, 2001.
#pragma once

#include "tether/spatial/vectors.hpp"

namespace tether::spatial {

struct Twist {
  Vector3 angular = Vector3::Zero();  // [rad/s]
  Vector3 linear = Vector3::Zero();   // [m/s]

  // velocity of the body point that is now at `point` [m/s]
  Vector3 velocity_at(const Vector3& point) const noexcept { return linear + angular.cross(point); }
  // the twist of a body that turns with `angular` while its point at `point` moves with `velocity`
  static Twist from_point(const Vector3& angular, const Vector3& velocity,
                          const Vector3& point) noexcept {
    return {angular, velocity - angular.cross(point)};
  }

  Vector6 vector() const noexcept {
    Vector6 v;
    v << angular, linear;
    return v;
  }
  static Twist from_vector(const Vector6& v) noexcept { return {v.head<3>(), v.tail<3>()}; }

  friend Twist operator+(const Twist& a, const Twist& b) noexcept {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  friend Twist operator-(const Twist& a, const Twist& b) noexcept {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  friend Twist operator*(double s, const Twist& t) noexcept {
    return {s * t.angular, s * t.linear};
  }
};

}  // namespace tether::spatial
