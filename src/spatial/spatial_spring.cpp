#include "tether/spatial/spatial_spring.hpp"

namespace tether::spatial {
namespace {

Matrix3 co_stiffness(const Matrix3& k) noexcept {
  return 0.5 * k.trace() * Matrix3::Identity() - k;
}

}  // namespace

SpatialSpring::SpatialSpring(const SpatialStiffness& stiffness) noexcept
    : stiffness_(stiffness),
      co_orientation_(co_stiffness(stiffness.orientation)),
      co_coupling_(co_stiffness(stiffness.coupling)),
      coupled_(!stiffness.coupling.isZero(0)) {}

Wrench SpatialSpring::wrench(const Pose& setpoint, const Pose& tool) const noexcept {
  const Matrix3 r = setpoint.rotation.transpose() * tool.rotation;
  const Vector3 away = tool.position - setpoint.position;
  const Vector3 p = setpoint.rotation.transpose() * away;
  const Vector3 u = tool.rotation.transpose() * away;
  const Vector3 kp = stiffness_.translation * p;
  const Vector3 ku = stiffness_.translation * u;

  // in the tool frame
  Wrench w;
  w.force = -0.5 * (r.transpose() * kp + ku);
  w.torque = 0.5 * u.cross(ku) - 2.0 * vee(co_orientation_ * r);
  // most springs have no coupling, and the terms cost as much as all others
  if (coupled_) {
    const Matrix3 gr = co_coupling_ * r;
    w.force += 2.0 * vee(r.transpose() * gr * r);
    w.torque += gr.trace() * p - gr * p;
  }
  return tool.adjoint(w);
}

double SpatialSpring::potential(const Pose& setpoint, const Pose& tool) const noexcept {
  const Matrix3 r = setpoint.rotation.transpose() * tool.rotation;
  const Vector3 away = tool.position - setpoint.position;
  const Vector3 p = setpoint.rotation.transpose() * away;
  const Vector3 u = tool.rotation.transpose() * away;
  // of the unit quaternion: the axis times the sine of half the angle
  const Vector3 half_turn = Eigen::Quaterniond(r).vec();

  const double translation =
      0.25 * (p.dot(stiffness_.translation * p) + u.dot(stiffness_.translation * u));
  // tr(G_o) − tr(G_o R) would lose all digits of small turns, and fall below zero
  const double orientation = 2.0 * half_turn.dot(stiffness_.orientation * half_turn);
  const double coupling = coupled_ ? (co_coupling_ * r * tilde(p)).trace() : 0.0;
  return translation + orientation + coupling;
}

}  // namespace tether::spatial
