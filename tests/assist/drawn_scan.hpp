// Scans of worlds that are drawn from walls and posts, by intersecting rays in closed form.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Core>

#include "tether/assist/obstacles/range_scan.hpp"

namespace tether::test {

struct DrawnWorld {
  struct Wall {
    Eigen::Vector2d from, to;
  };
  struct Post {
    Eigen::Vector2d centre;
    double radius;
  };
  std::vector<Wall> walls;
  std::vector<Post> posts;

  // along a unit vector; infinite when nothing is met
  double distance(const Eigen::Vector2d& start, const Eigen::Vector2d& u) const {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Wall& wall : walls) {
      const Eigen::Vector2d w = wall.to - wall.from, r = wall.from - start;
      const double det = u.y() * w.x() - u.x() * w.y();
      if (det == 0) continue;
      const double along = (r.y() * w.x() - r.x() * w.y()) / det;
      const double part = (u.x() * r.y() - u.y() * r.x()) / det;
      if (along > 0 && part >= 0 && part <= 1) nearest = std::min(nearest, along);
    }
    for (const Post& post : posts) {
      const Eigen::Vector2d r = post.centre - start;
      const double middle = r.dot(u), inside = post.radius * post.radius - r.squaredNorm();
      const double root = middle * middle + inside;
      if (root < 0 || middle < 0) continue;
      nearest = std::min(nearest, middle - std::sqrt(root));
    }
    return nearest;
  }
};

// a vehicle at (x, y), turned by `heading`, with its scanner so far ahead
struct Standing {
  double x = 0, y = 0, heading = 0, scanner_ahead = 0.28;
};

inline assist::RangeScan drawn_scan(const DrawnWorld& world, const Standing& at,
                                    int beams = assist::kTim561Beams) {
  assist::RangeScan scan;
  scan.count = beams;
  const Eigen::Vector2d forward(std::cos(at.heading), std::sin(at.heading));
  const Eigen::Vector2d left(-forward.y(), forward.x());
  const Eigen::Vector2d start = Eigen::Vector2d(at.x, at.y) + at.scanner_ahead * forward;
  for (int i = 0; i < beams; ++i) {
    const double theta = scan.angle(i);
    const Eigen::Vector2d u = std::sin(theta) * forward - std::cos(theta) * left;
    scan.ranges[static_cast<std::size_t>(i)] = static_cast<float>(world.distance(start, u));
  }
  return scan;
}

// along x, its middle at y = 0
inline DrawnWorld corridor(double width, double length = 100, double behind = -100) {
  return {.walls = {{{behind, width / 2}, {length, width / 2}},
                    {{behind, -width / 2}, {length, -width / 2}}}};
}

// a wall across x with a gap around y = 0
inline DrawnWorld doorway(double distance, double width) {
  return {.walls = {{{distance, width / 2}, {distance, 50}},
                    {{distance, -width / 2}, {distance, -50}}}};
}

}  // namespace tether::test
