#include "tether/assist/obstacles/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) noexcept {
  return a.x() * b.y() - a.y() * b.x();
}

}  // namespace

Outline::Outline(std::span<const Eigen::Vector2d> corners)
    : size_(static_cast<int>(corners.size())) {
  if (size_ < 3 || size_ > kMaxCorners) {
    throw core::InputError(
        fmt::format("outline: {} corners; from 3 to {} are possible", size_, kMaxCorners));
  }
  corners_.fill(Eigen::Vector2d::Zero());
  std::copy(corners.begin(), corners.end(), corners_.begin());
  double turned = 0;
  for (int i = 0; i < size_; ++i) {
    const Eigen::Vector2d& here = (*this)[i];
    const Eigen::Vector2d& next = (*this)[(i + 1) % size_];
    const Eigen::Vector2d& after = (*this)[(i + 2) % size_];
    const Eigen::Vector2d edge = next - here, following = after - next;
    // written so that what is not a number is refused as well
    if (!(cross(edge, following) > 0)) {
      throw core::InputError(
          fmt::format("outline: at corner {} ({}, {}) it does not turn to the left; corners go "
                      "counter-clockwise around a convex outline",
                      (i + 1) % size_ + 1, next.x(), next.y()));
    }
    turned += std::atan2(cross(edge, following), edge.dot(following));
    reach_ = std::max(reach_, here.norm());
    half_width_ = std::max(half_width_, std::abs(here.y()));
  }
  // a star turns left at every corner too, but more than once around
  constexpr double kOnce = 7;  // [rad]
  if (!(turned < kOnce) || !std::isfinite(reach_)) {
    throw core::InputError("outline: it goes around more than once, or is not finite");
  }
}

double Outline::exit(const Eigen::Vector2d& start,
                     const Eigen::Vector2d& direction) const noexcept {
  double from = 0, to = std::numeric_limits<double>::infinity();
  for (int i = 0; i < size_; ++i) {
    const Eigen::Vector2d edge = (*this)[(i + 1) % size_] - (*this)[i];
    // outward of the edge: how far start is, and how fast the way goes there
    const double outside = -cross(edge, start - (*this)[i]);
    const double speed = -cross(edge, direction);
    if (speed > 0) {
      to = std::min(to, -outside / speed);
    } else if (speed < 0) {
      from = std::max(from, -outside / speed);
    } else if (outside > 0) {
      return 0;
    }
  }
  return to > from && std::isfinite(to) ? to : 0;
}

std::vector<Eigen::Vector2d> rectangle(double half_length, double half_width) {
  return {{half_length, -half_width},
          {half_length, half_width},
          {-half_length, half_width},
          {-half_length, -half_width}};
}

}  // namespace tether::assist
