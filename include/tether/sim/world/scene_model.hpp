// A MuJoCo model as somebody can draw it who does not have MuJoCo: bodies with their joints, what
// is seen of them, and sites. Where a body is follows from its coordinates:
//   H_body = H_parent · (position, quaternion) · J_1 · J_2 · …          of its joints, in order
//   hinge   J = T(anchor) R(axis, q − reference) T(−anchor)      slide   J = T((q − reference)
//   axis) ball    J = T(anchor) R(q_0…q_3) T(−anchor)                  free    H_body = (q_0…q_2,
//   q_3…q_6)
// MuJoCo documentation, Computation: Kinematics.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <mujoco/mujoco.h>

#include "tether/spatial/vectors.hpp"

namespace tether::sim {

struct SceneModel {
  struct Place {
    spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
    Eigen::Quaterniond quaternion = Eigen::Quaterniond::Identity();
  };
  enum class JointType : std::uint8_t { hinge, slide, ball, free };
  struct Joint {
    std::string name;
    JointType type = JointType::hinge;
    spatial::Vector3 axis = spatial::Vector3::UnitZ();   // in the body's frame
    spatial::Vector3 anchor = spatial::Vector3::Zero();  // in the body's frame [m]
    int q = 0;                                           // its first coordinate
    double reference = 0;                                // where it was modelled [rad or m]
  };
  struct Body {
    std::string name;
    int parent = -1;  // index; the world is the first one, and has none
    Place place;      // in its parent
    std::vector<Joint> joints;
  };
  enum class Shape : std::uint8_t { plane, sphere, capsule, cylinder, ellipsoid, box, mesh };
  struct Geom {
    std::string name;
    int body = 0;
    Shape shape = Shape::sphere;
    spatial::Vector3 size = spatial::Vector3::Zero();  // as MuJoCo has it: half lengths, radii [m]
    Place place;                                       // in its body
    std::array<float, 4> rgba{};
    int mesh = -1;  // index
  };
  struct Mesh {
    std::vector<float> vertices;  // three numbers each [m]
    std::vector<int> faces;       // three vertices each
  };
  struct Site {
    std::string name;
    int body = 0;
    Place place;  // in its body
  };

  std::vector<Body> bodies;
  std::vector<Geom> geoms;
  std::vector<Mesh> meshes;
  std::vector<Site> sites;
  int coordinates = 0;  // in all
};

// What is there to see: not what is transparent, nor what MuJoCo's own viewers hide (groups from 3
// on), nor height fields.
SceneModel scene_model(const mjModel& model);

// one for each coordinate: of its joint, with a number where that has several
std::vector<std::string> coordinate_names(const SceneModel& scene);

// coordinate of the hinge or slide of that name; −1 when there is none
int coordinate_of(const SceneModel& scene, const std::string& joint) noexcept;

}  // namespace tether::sim
