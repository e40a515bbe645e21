// A serial chain: joints one after another from a fixed base to a tool. `Chain` is the constant
// model; `ChainState` holds what an algorithm computed for one posture, preallocated. Free
// functions f(chain, ..., state) do the work (kinematics.hpp, dynamics.hpp). A chain made by hand
// must pass `prepare` once; loaded ones (mjcf.hpp, catalogue.hpp) have.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "tether/robot/joints.hpp"
#include "tether/robot/spatial_inertia.hpp"
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
  double coulomb = 0;       // friction that does not depend on speed [N m] or [N], 0 = not known
  double viscous = 0;       // friction per speed [N m s/rad] or [N s/m], 0 = not known
};

// the body that moves with a joint, in that joint's frame
struct Link {
  double mass = 0;                                      // [kg]
  spatial::Vector3 centre = spatial::Vector3::Zero();   // of mass [m]
  spatial::Matrix3 inertia = spatial::Matrix3::Zero();  // about the centre of mass [kg m²]
};

// The pose of a joint's frame in the one before it, as constants that `prepare` derives:
//   rotation  A + cos(q) B + sin(q) C   (revolute; Rodrigues' formula times the placement)
//   position  d + q e                   (e is zero unless prismatic)
struct JointMotion {
  spatial::Matrix3 constant = unprepared();  // A
  spatial::Matrix3 cosine = spatial::Matrix3::Zero();
  spatial::Matrix3 sine = spatial::Matrix3::Zero();
  spatial::Vector3 offset = spatial::Vector3::Zero();  // d [m]
  spatial::Vector3 slide = spatial::Vector3::Zero();   // e

  // a chain that skipped `prepare` must give a fault, never a plausible wrong pose
  static spatial::Matrix3 unprepared() {
    return spatial::Matrix3::Constant(std::numeric_limits<double>::quiet_NaN());
  }
};

struct Chain {
  std::string name;
  int joint_count = 0;
  std::array<Joint, kMaxJoints> joints;
  std::array<Link, kMaxJoints> links;
  std::array<JointMotion, kMaxJoints> motions;               // derived, see `prepare`
  spatial::Pose tool;                                        // in the frame of the last joint
  spatial::Pose base;                                        // base frame in the world
  spatial::Vector3 gravity = spatial::Vector3(0, 0, -9.81);  // [m/s²], in base frame
};

// Checks a chain (count, unit axes, finite figures, masses not negative, limits in order) and
// derives `motions`; throws core::InputError that names the joint.
void prepare(Chain& chain);

// a chain that only slides can neither turn its tool nor let torques be felt
bool can_turn(const Chain& chain) noexcept;

// all limits of the joints as vectors
JointVector lower_limits(const Chain& chain) noexcept;
JointVector upper_limits(const Chain& chain) noexcept;
// friction of all joints as vectors
JointVector coulomb_friction(const Chain& chain) noexcept;
JointVector viscous_friction(const Chain& chain) noexcept;

// What the algorithms leave behind, all in base frame. Each function says which fields it fills.
struct ChainState {
  std::array<spatial::Pose, kMaxJoints> frames;  // of the joints, moved by their own angle
  spatial::Pose tool;
  Jacobian jacobian;        // screws about the base origin
  JointMatrix mass_matrix;  // [kg m²], [kg m] or [kg]
  JointVector gravity;      // efforts that hold the arm against gravity [N m] or [N]
  JointVector coriolis;     // efforts of Coriolis and centrifugal accelerations [N m] or [N]
  JointVector bias;         // coriolis + gravity [N m] or [N]
  std::array<SpatialInertia, kMaxJoints> inertias;    // of each link about the base origin
  std::array<SpatialInertia, kMaxJoints> composites;  // of each link and all that it carries
};

}  // namespace tether::robot
