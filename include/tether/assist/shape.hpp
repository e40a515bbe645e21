// Where a fixture is: a solid that a wall keeps the tool out of, or a curve that a guide pulls it
// to. All in the frame of the scene, which is the follower's base.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "tether/spatial/box.hpp"

namespace tether::assist {

using spatial::Box;

struct Sphere {
  spatial::Vector3 centre = spatial::Vector3::Zero();  // [m]
  double radius = 0.1;                                 // [m], > 0
};

// upright along z of its own axes
struct Cylinder {
  spatial::Pose centre;
  double radius = 0.1;       // [m], > 0
  double half_length = 0.1;  // [m], > 0
};

// all that lies behind it is solid
struct Plane {
  spatial::Vector3 point = spatial::Vector3::Zero();    // on it [m]
  spatial::Vector3 normal = spatial::Vector3::UnitZ();  // out of the solid; any length but 0
};

// straight from point to point
struct Polyline {
  std::vector<spatial::Vector3> points;  // [m], at least two
};

// smoothly through the points
struct Spline {
  std::vector<spatial::Vector3> points;  // [m], at least two
};

class TriangleMesh;  // triangle_mesh.hpp: large, never copied
using MeshRef = std::shared_ptr<const TriangleMesh>;

using Shape = std::variant<Box, Sphere, Cylinder, Plane, Polyline, Spline, MeshRef>;

}  // namespace tether::assist
