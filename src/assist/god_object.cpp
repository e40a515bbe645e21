#include "tether/assist/god_object.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tether::assist {

using spatial::Matrix3;
using spatial::Vector3;

namespace {

// the part of a way on which something holds
struct Span {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  Vector3 normal = Vector3::Zero();  // of the surface it is entered by

  // and |x + s v| ≤ h along the axis n
  void within(double x, double v, double h, const Vector3& axis) noexcept {
    if (v == 0) {
      if (std::abs(x) > h) to = -std::numeric_limits<double>::infinity();
      return;
    }
    const double side = v > 0 ? 1 : -1;
    const double in = (-side * h - x) / v;
    if (in > from) {
      from = in;
      normal = -side * axis;
    }
    to = std::min(to, (side * h - x) / v);
  }
  // and |x + s v| ≤ r, both across an axis or from a centre
  void round(const Vector3& x, const Vector3& v, double r) noexcept {
    const double a = v.squaredNorm();
    const double c = x.squaredNorm() - r * r;
    if (a == 0) {
      if (c > 0) to = -std::numeric_limits<double>::infinity();
      return;
    }
    const double b = x.dot(v);
    const double root = b * b - a * c;
    if (root < 0) {
      to = -std::numeric_limits<double>::infinity();
      return;
    }
    const double in = (-b - std::sqrt(root)) / a;
    if (in > from) {
      from = in;
      normal = (x + in * v).normalized();
    }
    to = std::min(to, (-b + std::sqrt(root)) / a);
  }
  std::optional<Entry> entry() const noexcept {
    if (!(from >= 0 && from <= 1 && from <= to)) return std::nullopt;
    return Entry{.share = from, .normal = normal};
  }
  bool holds_start() const noexcept { return from < 0 && to > 0; }
};

// the solid grown by the seam; from within the seam, the solid itself
template <class Make>
std::optional<Entry> entered(const Make& span) noexcept {
  const Span grown = span(kSeam);
  return grown.holds_start() ? span(0.0).entry() : grown.entry();
}

}  // namespace

std::optional<Entry> entry(const Box& box, const Vector3& from, const Vector3& to) noexcept {
  const Matrix3& axes = box.centre.rotation;
  const Vector3 x = axes.transpose() * (from - box.centre.position);
  const Vector3 v = axes.transpose() * (to - from);
  return entered([&](double grown) {
    Span span;
    for (int i = 0; i < 3; ++i) span.within(x[i], v[i], box.half_size[i] + grown, axes.col(i));
    return span;
  });
}

std::optional<Entry> entry(const Sphere& sphere, const Vector3& from, const Vector3& to) noexcept {
  return entered([&](double grown) {
    Span span;
    span.round(from - sphere.centre, to - from, sphere.radius + grown);
    return span;
  });
}

std::optional<Entry> entry(const Cylinder& cylinder, const Vector3& from,
                           const Vector3& to) noexcept {
  const Matrix3& axes = cylinder.centre.rotation;
  const Vector3 x = axes.transpose() * (from - cylinder.centre.position);
  const Vector3 v = axes.transpose() * (to - from);
  std::optional<Entry> met = entered([&](double grown) {
    Span span;
    span.round({x.x(), x.y(), 0}, {v.x(), v.y(), 0}, cylinder.radius + grown);
    span.within(x.z(), v.z(), cylinder.half_length + grown, Vector3::UnitZ());
    return span;
  });
  if (met) met->normal = axes * met->normal;
  return met;
}

std::optional<Entry> entry(const Plane& plane, const Vector3& from, const Vector3& to) noexcept {
  double above = plane.normal.dot(from - plane.point);
  double end = plane.normal.dot(to - plane.point);
  if (above >= kSeam) {
    above -= kSeam;
    end -= kSeam;
  }
  if (above < 0 || end >= 0) return std::nullopt;
  return Entry{.share = above / (above - end), .normal = plane.normal};
}

void Surfaces::add(const Entry& met) noexcept {
  if (size_ < kMost) met_[size_++] = met;
}

Vector3 Surfaces::allowed(const Vector3& motion) const noexcept {
  constexpr double kInto = 1e-12;  // of the motion, that rounding may lead into a surface
  const double slack = -kInto * motion.norm();
  Vector3 best = Vector3::Zero();
  double removed = motion.squaredNorm();
  const auto consider = [&](const Vector3& left) {
    for (int i = 0; i < size_; ++i) {
      if (met_[i].normal.dot(left) < slack) return;
    }
    const double lost = (motion - left).squaredNorm();
    if (lost < removed) {
      best = left;
      removed = lost;
    }
  };
  consider(motion);
  // along one surface, then along the line where two of them meet
  for (int i = 0; i < size_; ++i) {
    const Vector3& n = met_[i].normal;
    consider(motion - n.dot(motion) * n);
    for (int j = i + 1; j < size_; ++j) {
      const Vector3 line = n.cross(met_[j].normal);
      const double square = line.squaredNorm();
      if (square > 1e-18) consider(line.dot(motion) / square * line);
    }
  }
  return best;
}

Push proxy_push(double stiffness, double damping, const Vector3& to_proxy,
                const Vector3& velocity) noexcept {
  const double depth = to_proxy.norm();
  if (!(depth > 0)) return {};
  const Vector3 outward = to_proxy / depth;
  const double fade = std::min(1.0, depth / kFadeDepth);
  Vector3 force = stiffness * to_proxy - damping * fade * velocity;
  force -= std::min(0.0, force.dot(outward)) * outward;
  return {force, 0.5 * stiffness * depth * depth};
}

}  // namespace tether::assist
