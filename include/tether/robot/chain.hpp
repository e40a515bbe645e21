// A serial chain: joints one after another from a fixed base to a tool. `Chain` is the constant
// model; `ChainState` holds what an algorithm computed for one posture, preallocated. Free functions
// f(chain, ..., state) do the work (kinematics.hpp, dynamics.hpp).
#pragma once

#include <array>
#include <string>

#include "tether/robot/joints.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::robot {

enum class JointType : std::uint8_t { revolute, prismatic };

struct Joint {
  std::string name;
  JointType type = JointType::revolute;
  spatial::Vector3 axis = spatial::Vector3::UnitZ();  // unit vector, in the joint's own frame
  spatial::Pose placement;  // joint frame in the frame of the joint before it, at q = 0
  double lower = 0;         // [rad] or [m]
  double upper = 0;         // [rad] or [m]
  double max_speed = 0;     // [rad/s] or [m/s], 0 = not rated
  double max_effort = 0;    // [N m] or [N], 0 = not rated
  double armature = 0;      // inertia of the drive seen at the joint [kg m²] or [kg]
};

// the body that moves with a joint, in that joint's frame
struct Link {
  double mass = 0;                                         // [kg]
  spatial::Vector3 centre = spatial::Vector3::Zero();      // of mass [m]
  spatial::Matrix3 inertia = spatial::Matrix3::Zero();     // about the centre of mass [kg m²]
};

struct Chain {
  std::string name;
  int joint_count = 0;
  std::array<Joint, kMaxJoints> joints;
  std::array<Link, kMaxJoints> links;
  spatial::Pose tool;                                       // in the frame of the last joint
  spatial::Vector3 gravity = spatial::Vector3(0, 0, -9.81);  // [m/s²], in base frame
};

}  // namespace tether::robot
