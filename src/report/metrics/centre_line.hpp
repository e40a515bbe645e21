// Where a point is along a line of straight pieces, and how far beside it. The first and the last
// piece go on for ever, so that who has passed the end is not beside the line.
#pragma once

#include <span>

#include <Eigen/Core>

namespace tether::report {

struct OnLine {
  double along = 0;   // from the first point; negative before it [m]
  double beside = 0;  // distance [m]
};

// of a line of at least two points
OnLine find_on_line(std::span<const Eigen::Vector2d> line, const Eigen::Vector2d& point) noexcept;
// [m]
double length(std::span<const Eigen::Vector2d> line) noexcept;

}  // namespace tether::report
