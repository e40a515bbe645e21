#include "tether/sim/world/course.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {

namespace {

using Eigen::Vector2d;

// of an axis that counts as vertical: one minus its z
constexpr double kUpright = 1e-9;

struct Rectangle {
  Vector2d centre;
  Vector2d along;  // its own x axis
  Vector2d half;

  Vector2d across() const noexcept { return {-along.y(), along.x()}; }
  Vector2d in_own_axes(const Vector2d& p) const noexcept {
    return {along.dot(p - centre), across().dot(p - centre)};
  }
  std::array<Vector2d, 4> corners() const noexcept {
    const Vector2d x = half.x() * along, y = half.y() * across();
    return {centre + x + y, centre - x + y, centre - x - y, centre + x - y};
  }
};

Rectangle rectangle(const CourseBox& box) noexcept {
  return {box.centre, {std::cos(box.angle), std::sin(box.angle)}, box.half};
}

// distance of a point from a rectangle; inside it minus the distance to the nearest side
double signed_distance(const Rectangle& r, const Vector2d& point) noexcept {
  const Vector2d beyond = r.in_own_axes(point).cwiseAbs() - r.half;
  if ((beyond.array() > 0).any()) return beyond.cwiseMax(0).norm();
  return beyond.maxCoeff();
}

// largest gap between the rectangles along the sides' directions of a; negative when they overlap
// in both
double gap_along_axes(const Rectangle& a, const Rectangle& b) noexcept {
  double gap = -std::numeric_limits<double>::infinity();
  const Vector2d centre = a.in_own_axes(b.centre);
  for (int axis = 0; axis < 2; ++axis) {
    const Vector2d direction = (axis == 0) ? a.along : a.across();
    const double reach = b.half.x() * std::abs(b.along.dot(direction)) +
                         b.half.y() * std::abs(b.across().dot(direction));
    gap = std::max(gap, std::abs(centre[axis]) - a.half[axis] - reach);
  }
  return gap;
}

// Convex shapes overlap unless the direction of some side separates them, and the least overlap is
// the way out. Apart, the nearest point of one of them is a corner.
double distance(const Rectangle& a, const Rectangle& b) noexcept {
  const double gap = std::max(gap_along_axes(a, b), gap_along_axes(b, a));
  if (gap <= 0) return gap;
  double least = std::numeric_limits<double>::infinity();
  for (const Vector2d& corner : a.corners()) least = std::min(least, signed_distance(b, corner));
  for (const Vector2d& corner : b.corners()) least = std::min(least, signed_distance(a, corner));
  return least;
}

void add(const World& world, const std::string& file, int geom, Course& course) {
  const mjModel& model = world.model();
  const char* given = mj_id2name(&model, mjOBJ_GEOM, geom);
  const std::string name = (given != nullptr) ? given : fmt::format("geom {}", geom);
  const int type = model.geom_type[geom];
  if (type == mjGEOM_PLANE) return;
  const mjtNum* r = world.data().geom_xmat + 9 * std::ptrdiff_t{geom};
  const mjtNum* p = world.data().geom_xpos + 3 * std::ptrdiff_t{geom};
  const mjtNum* size = model.geom_size + 3 * std::ptrdiff_t{geom};
  if ((type != mjGEOM_BOX && type != mjGEOM_CYLINDER) || std::abs(r[8]) < 1 - kUpright) {
    throw core::InputError(
        {file}, fmt::format("\"{}\" is neither a box nor a cylinder that stands upright", name));
  }
  if (type == mjGEOM_BOX) {
    course.boxes.push_back({name, {p[0], p[1]}, {size[0], size[1]}, std::atan2(r[3], r[0])});
  } else {
    course.posts.push_back({name, {p[0], p[1]}, size[0]});
  }
}

}  // namespace

Course read_course(const std::string& world_file) {
  const World world(world_file);
  const mjModel& model = world.model();
  Course course;
  for (int geom = 0; geom < model.ngeom; ++geom) {
    const bool fixed = model.body_weldid[model.geom_bodyid[geom]] == 0;
    const bool solid = model.geom_contype[geom] != 0 || model.geom_conaffinity[geom] != 0;
    if (fixed && solid) add(world, world_file, geom, course);
  }
  return course;
}

double clearance(const Course& course, const spatial::Pose& pose,
                 const Eigen::Vector2d& half) noexcept {
  const double turn = std::atan2(pose.rotation(1, 0), pose.rotation(0, 0));
  const Rectangle vehicle{pose.position.head<2>(), {std::cos(turn), std::sin(turn)}, half};
  double least = std::numeric_limits<double>::infinity();
  for (const CourseBox& box : course.boxes) {
    least = std::min(least, distance(vehicle, rectangle(box)));
  }
  for (const CoursePost& post : course.posts) {
    least = std::min(least, signed_distance(vehicle, post.centre) - post.radius);
  }
  return least;
}

}  // namespace tether::sim
