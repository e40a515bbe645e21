// Generalised force W = (m, f) on a body, a screw: f [N] is the force, m [N m] its moment about the
// origin of the frame W is expressed in. In base frame unless the name says otherwise.
// The power of a wrench on a body that moves with twist T is W·T = m·ω + f·v [W].
#pragma once

#include "tether/spatial/twist.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::spatial {

struct Wrench {
  Vector3 torque = Vector3::Zero();  // [N m]
  Vector3 force = Vector3::Zero();   // [N]

  // moment about `point` [N m]
  Vector3 torque_at(const Vector3& point) const noexcept { return torque - point.cross(force); }
  // the wrench of a force and a moment that act at `point`
  static Wrench from_point(const Vector3& torque, const Vector3& force,
                           const Vector3& point) noexcept {
    return {torque + point.cross(force), force};
  }

  Vector6 vector() const noexcept {
    Vector6 v;
    v << torque, force;
    return v;
  }
  static Wrench from_vector(const Vector6& v) noexcept { return {v.head<3>(), v.tail<3>()}; }

  friend Wrench operator+(const Wrench& a, const Wrench& b) noexcept {
    return {a.torque + b.torque, a.force + b.force};
  }
  friend Wrench operator-(const Wrench& a, const Wrench& b) noexcept {
    return {a.torque - b.torque, a.force - b.force};
  }
  friend Wrench operator-(const Wrench& w) noexcept { return {-w.torque, -w.force}; }
  friend Wrench operator*(double s, const Wrench& w) noexcept {
    return {s * w.torque, s * w.force};
  }
};

// power [W] of w on a body moving with t, both in the same frame
inline double power(const Wrench& w, const Twist& t) noexcept {
  return w.torque.dot(t.angular) + w.force.dot(t.linear);
}

}  // namespace tether::spatial
