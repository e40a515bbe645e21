// The outline of a vehicle from above: a convex polygon in its own axes, x forward, y left [m].
#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace tether::assist {

inline constexpr int kMaxCorners = 16;

class Outline {
 public:
  // corners counter-clockwise; throws core::InputError when there are too few or too many, or they
  // are not those of a convex polygon
  explicit Outline(std::span<const Eigen::Vector2d> corners);

  int size() const noexcept { return size_; }
  const Eigen::Vector2d& operator[](int corner) const noexcept {
    return corners_[static_cast<std::size_t>(corner)];
  }
  // farthest from the origin, and farthest to either side of the x axis [m]
  double reach() const noexcept { return reach_; }
  double half_width() const noexcept { return half_width_; }

  // from `start` along the unit vector `direction`, where that leaves the outline for good [m];
  // 0 when it does not meet it
  double exit(const Eigen::Vector2d& start, const Eigen::Vector2d& direction) const noexcept;

 private:
  std::array<Eigen::Vector2d, kMaxCorners> corners_;
  int size_;
  double reach_ = 0, half_width_ = 0;
};

// corners of a rectangle around the origin [m]
std::vector<Eigen::Vector2d> rectangle(double half_length, double half_width);

}  // namespace tether::assist
