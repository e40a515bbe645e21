#include "tether/assist/soft_depth.hpp"

#include <algorithm>
#include <array>

#include "tether/assist/soft_minimum.hpp"

namespace tether::assist {

using spatial::Vector3;

namespace {

// φ, and ∂φ/∂d_i in place of the d_i; 0 when one of them is not positive
template <std::size_t N>
double soften(std::array<double, N>& depths) noexcept {
  const double least = *std::min_element(depths.begin(), depths.end());
  if (!(least > 0)) return 0;
  double sum = 0;
  for (const double d : depths) sum += eighth_power(least / d);
  const double soft = soft_minimum(least, sum);
  for (double& d : depths) d = soft_weight(soft, d);
  return soft;
}

// unit, or zero at the origin, where the slope is zero too
Vector3 direction(const Vector3& v, double length) noexcept {
  return length > 0 ? Vector3(v / length) : Vector3::Zero();
}

}  // namespace

Depth soft_depth(const Box& box, const Vector3& point) noexcept {
  const Vector3 x = box.centre.rotation.transpose() * (point - box.centre.position);
  const Vector3& h = box.half_size;
  std::array<double, 6> d = {h.x() - x.x(), h.x() + x.x(), h.y() - x.y(),
                             h.y() + x.y(), h.z() - x.z(), h.z() + x.z()};
  const double soft = soften(d);
  if (!(soft > 0)) return {};
  return {soft, box.centre.rotation * Vector3(d[1] - d[0], d[3] - d[2], d[5] - d[4])};
}

Depth soft_depth(const Sphere& sphere, const Vector3& point) noexcept {
  const Vector3 x = point - sphere.centre;
  const double r = x.norm();
  std::array<double, 2> d = {sphere.radius - r, sphere.radius + r};
  const double soft = soften(d);
  if (!(soft > 0)) return {};
  return {soft, (d[1] - d[0]) * direction(x, r)};
}

Depth soft_depth(const Cylinder& cylinder, const Vector3& point) noexcept {
  const Vector3 x = cylinder.centre.rotation.transpose() * (point - cylinder.centre.position);
  const Vector3 across(x.x(), x.y(), 0);
  const double r = across.norm();
  std::array<double, 4> d = {cylinder.radius - r, cylinder.radius + r, cylinder.half_length - x.z(),
                             cylinder.half_length + x.z()};
  const double soft = soften(d);
  if (!(soft > 0)) return {};
  const Vector3 slope = (d[1] - d[0]) * direction(across, r) + Vector3(0, 0, d[3] - d[2]);
  return {soft, cylinder.centre.rotation * slope};
}

Depth soft_depth(const Plane& plane, const Vector3& point) noexcept {
  const double depth = -plane.normal.dot(point - plane.point);
  if (!(depth > 0)) return {};
  return {depth, -plane.normal};
}

Surface surface_of(const Box& box, const Vector3& point) noexcept {
  const spatial::NearestFace face = nearest_face(box, point);
  return {face.distance, face.normal};
}

Surface surface_of(const Sphere& sphere, const Vector3& point) noexcept {
  const Vector3 x = point - sphere.centre;
  const double r = x.norm();
  return {r - sphere.radius, r > 0 ? Vector3(x / r) : Vector3::UnitZ()};
}

Surface surface_of(const Cylinder& cylinder, const Vector3& point) noexcept {
  const spatial::Matrix3& axes = cylinder.centre.rotation;
  const Vector3 x = axes.transpose() * (point - cylinder.centre.position);
  const double r = std::hypot(x.x(), x.y());
  const Vector3 outward = r > 0 ? Vector3(x.x() / r, x.y() / r, 0) : Vector3::UnitX();
  const Vector3 along(0, 0, std::copysign(1.0, x.z()));
  const double side = r - cylinder.radius;
  const double cap = std::abs(x.z()) - cylinder.half_length;
  if (side <= 0 && cap <= 0) {
    return side > cap ? Surface{side, axes * outward} : Surface{cap, axes * along};
  }
  const Vector3 away = std::max(side, 0.0) * outward + std::max(cap, 0.0) * along;
  const double distance = away.norm();
  return {distance, axes * (away / distance)};
}

Surface surface_of(const Plane& plane, const Vector3& point) noexcept {
  return {plane.normal.dot(point - plane.point), plane.normal};
}

}  // namespace tether::assist
