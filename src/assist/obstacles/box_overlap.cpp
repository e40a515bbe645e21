#include "assist/obstacles/box_overlap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "assist/fixtures/soft_minimum.hpp"

namespace tether::assist {

using spatial::Box;
using spatial::Matrix3;
using spatial::Vector3;

namespace {

// below this edges are parallel: their overlap would be a thousand sizes of the boxes
constexpr double kParallel = 1e-6;

struct Axis {
  Vector3 n = Vector3::Zero();  // not of unit length
  double length = 0;
  double reach = 0;   // of both boxes along n, times its length
  double middle = 0;  // n·t
  int from_a = -1;    // the axes it is made of
  int from_b = -1;

  double overlap(double sign) const noexcept { return (reach - sign * middle) / length; }
};

// |u|_ε and its slope
double rounded(double u) noexcept { return std::sqrt(u * u + kRounding * kRounding); }
double sign_of(double u) noexcept { return u / rounded(u); }

class Pair {
 public:
  Pair(const Box& scene, const Box& tool) noexcept
      : a_(scene.centre.rotation),
        b_(tool.centre.rotation),
        t_(tool.centre.position - scene.centre.position),
        half_a_(scene.half_size),
        half_b_(tool.half_size) {}

  Overlap overlap() noexcept {
    // faces first: they part most pairs that are apart
    for (int i = 0; i < 3; ++i) {
      if (!add(a_.col(i), 1, i, -1) || !add(b_.col(i), 1, -1, i)) return {};
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const Vector3 n = a_.col(i).cross(b_.col(j));
        const double length = n.norm();
        if (length > kParallel && !add(n, length, i, j)) return {};
      }
    }
    return soften();
  }

 private:
  // false when the boxes are apart along n
  bool add(const Vector3& n, double length, int from_a, int from_b) noexcept {
    Axis axis{n, length, 0, n.dot(t_), from_a, from_b};
    for (int k = 0; k < 3; ++k) {
      // along its own axis a box reaches just as far as it does
      const double on_a = from_b < 0 ? (k == from_a ? 1.0 : 0.0) : rounded(n.dot(a_.col(k)));
      const double on_b = from_a < 0 ? (k == from_b ? 1.0 : 0.0) : rounded(n.dot(b_.col(k)));
      axis.reach += half_a_[k] * on_a + half_b_[k] * on_b;
    }
    least_ = std::min({least_, axis.overlap(1), axis.overlap(-1)});
    axes_[count_++] = axis;
    return least_ > 0;
  }

  Overlap soften() const noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      sum +=
          eighth_power(least_ / axes_[i].overlap(1)) + eighth_power(least_ / axes_[i].overlap(-1));
    }
    const double soft = soft_minimum(least_, sum);
    Overlap out{.depth = soft};
    Matrix3 by_axis = Matrix3::Zero();  // ∂φ/∂B_j in its columns
    for (std::size_t i = 0; i < count_; ++i) {
      for (const double sign : {1.0, -1.0}) {
        const double weight = soft_weight(soft, axes_[i].overlap(sign));
        add_slope(axes_[i], sign, weight, out.slope, by_axis);
      }
    }
    // B_j turns by ω × B_j
    for (int j = 0; j < 3; ++j) out.moment += b_.col(j).cross(by_axis.col(j));
    return out;
  }

  void add_slope(const Axis& axis, double sign, double weight, Vector3& slope,
                 Matrix3& by_axis) const noexcept {
    const double w = weight / axis.length;
    slope -= w * sign * axis.n;
    // by the axis itself, where it turns with the tool
    Vector3 by_n = -sign * t_;
    for (int k = 0; k < 3; ++k) {
      if (axis.from_b >= 0) by_n += half_a_[k] * sign_of(axis.n.dot(a_.col(k))) * a_.col(k);
      if (axis.from_a >= 0) {
        const double turn = half_b_[k] * sign_of(axis.n.dot(b_.col(k)));
        by_axis.col(k) += w * turn * axis.n;
        by_n += turn * b_.col(k);
      }
    }
    if (axis.from_b < 0) return;
    if (axis.from_a < 0) {
      by_axis.col(axis.from_b) += w * by_n;
      return;
    }
    // n = A_i × B_j, and d is divided by |n|
    by_n -= axis.overlap(sign) / axis.length * axis.n;
    by_axis.col(axis.from_b) += w * by_n.cross(a_.col(axis.from_a));
  }

  Matrix3 a_;
  Matrix3 b_;
  Vector3 t_;
  Vector3 half_a_;
  Vector3 half_b_;
  std::array<Axis, 15> axes_{};
  std::size_t count_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Overlap box_overlap(const Box& scene, const Box& tool) noexcept {
  const Vector3 t = tool.centre.position - scene.centre.position;
  if (t.squaredNorm() > 1.01 * std::pow(scene.half_size.norm() + tool.half_size.norm(), 2)) {
    return {};
  }
  return Pair(scene, tool).overlap();
}

Overlap plane_overlap(const Vector3& point, const Vector3& normal, const Box& tool) noexcept {
  const Matrix3& b = tool.centre.rotation;
  Overlap out{.depth = -normal.dot(tool.centre.position - point)};
  for (int k = 0; k < 3; ++k) out.depth += tool.half_size[k] * rounded(normal.dot(b.col(k)));
  if (!(out.depth > 0)) return {};
  out.slope = -normal;
  for (int k = 0; k < 3; ++k) {
    const double turn = tool.half_size[k] * sign_of(normal.dot(b.col(k)));
    out.moment += b.col(k).cross(turn * normal);
  }
  return out;
}

}  // namespace tether::assist
