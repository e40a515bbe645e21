// Position and orientation of one frame in another, H = [R p; 0 1], with the maps between frames:
//   point   x_a = R x_b + p
//   twist   T_a = Ad_H T_b,      Ad_H = [R 0; p~ R  R]
//   wrench  W_a = Ad_H^{-T} W_b  (so that power is the same in either frame)
// and the exponential map from a screw motion to the pose it ends in.
// Murray, Li & Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, ch. 2.
#pragma once

#include <Eigen/Geometry>

#include "tether/spatial/twist.hpp"
#include "tether/spatial/vectors.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::spatial {

struct Pose {
  Matrix3 rotation = Matrix3::Identity();
  Vector3 position = Vector3::Zero();  // [m]

  Pose inverse() const noexcept {
    return {rotation.transpose(), -(rotation.transpose() * position)};
  }
  Vector3 operator*(const Vector3& point) const noexcept { return rotation * point + position; }
  friend Pose operator*(const Pose& a, const Pose& b) noexcept {
    return {a.rotation * b.rotation, a.rotation * b.position + a.position};
  }

  // from this frame's coordinates to those of the frame the pose is given in
  Twist adjoint(const Twist& t) const noexcept {
    const Vector3 angular = rotation * t.angular;
    return {angular, rotation * t.linear + position.cross(angular)};
  }
  Wrench adjoint(const Wrench& w) const noexcept {
    const Vector3 force = rotation * w.force;
    return {rotation * w.torque + position.cross(force), force};
  }

  Eigen::Quaterniond quaternion() const noexcept { return Eigen::Quaterniond(rotation); }
};

// rotation by the vector phi: angle |phi| [rad] about its direction
Matrix3 exp_rotation(const Vector3& phi) noexcept;
// the vector phi with |phi| <= pi and exp_rotation(phi) = r
Vector3 log_rotation(const Matrix3& r) noexcept;

// pose after moving for unit time with the constant twist t
Pose exp(const Twist& t) noexcept;
// the constant twist that leads from the identity to h in unit time
Twist log(const Pose& h) noexcept;

// angle of the rotation from a to b [rad], 0 to pi
double rotation_angle(const Matrix3& a, const Matrix3& b) noexcept;

}  // namespace tether::spatial
