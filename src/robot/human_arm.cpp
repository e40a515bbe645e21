#include "tether/robot/human_arm.hpp"

#include <numbers>

namespace tether::robot {
namespace {

using spatial::Vector3;

struct ArmJoint {
  const char* name;
  Vector3 axis;
  double lower, upper;  // [deg]
  double torque;        // [N m]
  double reach;         // from the joint before it, along −x [m]
};

std::array<ArmJoint, 7> arm_joints() {
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(), z = Vector3::UnitZ();
  return {{{"shoulder_abduction", z, -48, 134, 134, 0},
           {"shoulder_flexion", -y, -61, 188, 115, 0},
           {"arm_rotation", -x, -97, 34, 60, 0},
           {"elbow_flexion", -y, 0, 142, 72, kUpperArm},
           {"forearm_rotation", -x, -90, 85, 9, kForearm},
           {"wrist_abduction", -y, -27, 47, 21, 0},
           {"wrist_flexion", -z, -99, 90, 20, 0}}};
}

}  // namespace

Chain human_arm() {
  constexpr double kRadians = std::numbers::pi / 180;
  Chain chain;
  chain.name = "human_arm";
  chain.gravity.setZero();
  for (const ArmJoint& from : arm_joints()) {
    Joint& joint = chain.joints[static_cast<std::size_t>(chain.joint_count++)];
    joint.name = from.name;
    joint.axis = from.axis;
    joint.placement.position = Vector3(-from.reach, 0, 0);
    joint.lower = from.lower * kRadians;
    joint.upper = from.upper * kRadians;
    joint.max_effort = from.torque;
  }
  prepare(chain);
  return chain;
}

}  // namespace tether::robot
