#include "report/metrics/centre_line.hpp"

#include <algorithm>
#include <limits>

namespace tether::report {

OnLine find_on_line(std::span<const Eigen::Vector2d> line, const Eigen::Vector2d& point) noexcept {
  OnLine nearest{0, std::numeric_limits<double>::infinity()};
  double before = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Eigen::Vector2d piece = line[i + 1] - line[i];
    const double whole = piece.norm();
    if (whole <= 0) continue;
    const Eigen::Vector2d u = piece / whole;
    double along = u.dot(point - line[i]);
    if (i > 0) along = std::max(along, 0.0);
    if (i + 2 < line.size()) along = std::min(along, whole);
    const double beside = (point - line[i] - along * u).norm();
    if (beside < nearest.beside) nearest = {before + along, beside};
    before += whole;
  }
  return nearest;
}

double length(std::span<const Eigen::Vector2d> line) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) sum += (line[i + 1] - line[i]).norm();
  return sum;
}

}  // namespace tether::report
