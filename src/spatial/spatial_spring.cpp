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
      co_coupling_(co_stiffness(stiffness.coupling)) {}

Wrench SpatialSpring::wrench(const Pose& setpoint, const Pose& tool) const noexcept {
  const Pose h = setpoint.inverse() * tool;
  const Matrix3& r = h.rotation;
  const Vector3& p = h.position;
  const Vector3 u = r.transpose() * p;
  const Vector3 ku = stiffness_.translation * u;

  // in the tool frame
  Wrench w;
  w.force = -0.5 * (r.transpose() * (stiffness_.translation * p) + ku) +
            2.0 * vee(r.transpose() * co_coupling_ * r * r);
  w.torque = 0.5 * u.cross(ku) - 2.0 * vee(co_orientation_ * r) +
             2.0 * vee(tilde(p) * co_coupling_ * r);
  return tool.adjoint(w);
}

double SpatialSpring::potential(const Pose& setpoint, const Pose& tool) const noexcept {
  const Pose h = setpoint.inverse() * tool;
  const Matrix3& r = h.rotation;
  const Vector3& p = h.position;
  const Vector3 u = r.transpose() * p;

  const double translation =
      0.25 * (p.dot(stiffness_.translation * p) + u.dot(stiffness_.translation * u));
  const double orientation = co_orientation_.trace() - (co_orientation_ * r).trace();
  const double coupling = (co_coupling_ * r * tilde(p)).trace();
  return translation + orientation + coupling;
}

}  // namespace tether::spatial
