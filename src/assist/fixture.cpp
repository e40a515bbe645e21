#include "tether/assist/fixture.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tether::assist {

using spatial::Matrix3;
using spatial::Vector3;

namespace {

using Reason = std::optional<std::string>;

template <class... Args>
Reason because(fmt::format_string<Args...> text, Args&&... args) {
  return fmt::format(text, std::forward<Args>(args)...);
}

// all comparisons are written so that NaN fails them
Reason place(const char* what, const Vector3& p) {
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(p[i]) <= kMaxExtent)) {
      return because("{} has {} = {} m; coordinates lie within ±{} m", what,
                     std::string_view("xyz").substr(static_cast<std::size_t>(i), 1), p[i],
                     kMaxExtent);
    }
  }
  return std::nullopt;
}

Reason size(const char* what, double metres) {
  if (metres >= kMinExtent && metres <= kMaxExtent) return std::nullopt;
  return because("{} is {} m; it must be from {} to {} m", what, metres, kMinExtent, kMaxExtent);
}

Reason within(const char* what, double value, double low, double high, const char* unit) {
  if (value >= low && value <= high) return std::nullopt;
  if (value < low) return because("{} is {}{}; at least {}{}", what, value, unit, low, unit);
  if (value > high) return because("{} is {}{}; at most {}{}", what, value, unit, high, unit);
  return because("{} is not a number", what);
}

Reason rotation(const Matrix3& r) {
  constexpr double kTolerance = 1e-6;
  const double skew = (r.transpose() * r - Matrix3::Identity()).cwiseAbs().maxCoeff();
  // a maximum skips what is not a number
  if (r.allFinite() && skew <= kTolerance && r.determinant() > 0) return std::nullopt;
  return because("its rotation is none: axes must be of length 1, at right angles, right-handed");
}

template <class... Reasons>
Reason first(Reasons&&... reasons) {
  Reason found;
  ((found || (found = reasons(), found)), ...);
  return found;
}

struct OfShape {
  Reason operator()(const Box& box) const {
    return first([&] { return place("its centre", box.centre.position); },
                 [&] { return rotation(box.centre.rotation); },
                 [&] { return size("half its width", box.half_size.x()); },
                 [&] { return size("half its height", box.half_size.y()); },
                 [&] { return size("half its depth", box.half_size.z()); });
  }
  Reason operator()(const Sphere& sphere) const {
    return first([&] { return place("its centre", sphere.centre); },
                 [&] { return size("its radius", sphere.radius); });
  }
  Reason operator()(const Cylinder& cylinder) const {
    return first([&] { return place("its centre", cylinder.centre.position); },
                 [&] { return rotation(cylinder.centre.rotation); },
                 [&] { return size("its radius", cylinder.radius); },
                 [&] { return size("half its length", cylinder.half_length); });
  }
  Reason operator()(const Plane& plane) const {
    return first([&] { return place("its point", plane.point); },
                 [&] { return place("its normal", plane.normal); },
                 [&] {
                   if (plane.normal.norm() >= kMinExtent) return Reason();
                   return because("its normal has no length");
                 });
  }
  Reason operator()(const Polyline& curve) const { return points(curve.points); }
  Reason operator()(const Spline& curve) const { return points(curve.points); }
  Reason operator()(const MeshRef& mesh) const {
    return mesh == nullptr ? because("it has no mesh") : std::nullopt;
  }

 private:
  static Reason points(const std::vector<Vector3>& points) {
    if (points.size() < 2) {
      return because("it has {} point{}; a curve needs two", points.size(),
                     points.size() == 1 ? "" : "s");
    }
    if (points.size() > kMaxPoints) {
      return because("it has {} points; at most {}", points.size(), kMaxPoints);
    }
    double length = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (Reason bad = place("a point", points[i])) return bad;
      if (i > 0) length += (points[i] - points[i - 1]).norm();
    }
    if (length >= kMinExtent) return std::nullopt;
    return because("its points are all in one place; a curve needs a length");
  }
};

const char* name(Law law) {
  switch (law) {
    case Law::guide:
      return "guide";
    case Law::wall:
      return "wall";
    case Law::proxy:
      return "proxy";
    case Law::scaling:
      return "scaling";
    case Law::two_way:
      return "two_way";
    case Law::channel:
      return "channel";
  }
  return nullptr;
}

bool is_curve(const Shape& shape) {
  return std::holds_alternative<Polyline>(shape) || std::holds_alternative<Spline>(shape);
}

Reason fit(const Fixture& f) {
  const bool curve = is_curve(f.shape);
  const bool endless =
      std::holds_alternative<Plane>(f.shape) || std::holds_alternative<MeshRef>(f.shape);
  switch (f.law) {
    case Law::guide:
    case Law::channel:
      if (!curve) return because("law {} needs a curve: a polyline or a spline", name(f.law));
      break;
    case Law::wall:
    case Law::proxy:
      if (curve) return because("law {} needs a solid, not a curve", name(f.law));
      break;
    case Law::scaling:
    case Law::two_way:
      if (curve || endless) return because("law {} needs a box, sphere or cylinder", name(f.law));
      break;
    default:
      return because("law {} is unknown", static_cast<int>(f.law));
  }
  if (f.end_effector && (f.law != Law::wall || !std::holds_alternative<Box>(f.shape))) {
    return because("only a box with law wall can ride on the tool");
  }
  return std::nullopt;
}

// from the middle of the solid to its nearest face
double least_half_size(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->half_size.minCoeff();
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  const auto& cylinder = std::get<Cylinder>(shape);
  return std::min(cylinder.radius, cylinder.half_length);
}

Reason figures(const Fixture& f) {
  return first([&] { return within("stiffness", f.stiffness, 0, kMaxStiffness, " N/m"); },
               [&] { return within("damping", f.damping, 0, kMaxDamping, " N s/m"); },
               [&] { return within("range", f.range, kMinExtent, kMaxExtent, " m"); },
               [&] { return within("threshold", f.threshold, kMinExtent, kMaxExtent, " m"); },
               [&] { return within("scale", f.scale, 0, 1, ""); },
               [&] { return within("admittance", f.admittance, 0, kMaxAdmittance, " m/(s N)"); },
               [&] { return within("across", f.across, 0, 1, ""); },
               [&] {
                 if (f.law != Law::two_way) return Reason();
                 // deeper than this the soft depth of a solid never gets, and it would never yield
                 const double most = 0.5 * least_half_size(f.shape);
                 if (f.threshold <= most) return Reason();
                 return because("threshold is {} m; at most {} m, half of its least half-size",
                                f.threshold, most);
               });
}

}  // namespace

std::optional<std::string> why_refused(const Fixture& fixture) {
  const Reason reason =
      first([&] { return fit(fixture); }, [&] { return std::visit(OfShape{}, fixture.shape); },
            [&] { return figures(fixture); });
  if (!reason) return std::nullopt;
  return fmt::format("fixture {}: {}", fixture.id, *reason);
}

}  // namespace tether::assist
