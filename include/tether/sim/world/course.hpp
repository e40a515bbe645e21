// A course on the ground, for those who judge how it was driven: the walls and posts of a MuJoCo
// world as a person would draw them from above. Never seen by a controller or an operator.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "tether/spatial/pose.hpp"

namespace tether::sim {

// a box that stands on the ground, from above
struct CourseBox {
  std::string name;
  Eigen::Vector2d centre;  // [m]
  Eigen::Vector2d half;    // sizes along its own axes [m]
  double angle = 0;        // of its own x axis [rad]
};
// a cylinder that stands on the ground
struct CoursePost {
  std::string name;
  Eigen::Vector2d centre;  // [m]
  double radius = 0;       // [m]
};

struct Course {
  std::vector<CourseBox> boxes;
  std::vector<CoursePost> posts;
};

// the static boxes and cylinders of a world that can be touched, without its floor (a plane);
// throws core::InputError when it is no model, or has such a thing of another shape or aslant
Course read_course(const std::string& world_file);

// least distance between a rectangle at `pose` (x, y, turn about z) with these half sizes and
// anything of the course [m]; when they overlap, minus the shortest way out of the worst of it;
// infinite when there is nothing
double clearance(const Course& course, const spatial::Pose& pose,
                 const Eigen::Vector2d& half) noexcept;

}  // namespace tether::sim
