#include "tether/robot/kinematics.hpp"

#include <cmath>

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Pose;
using spatial::Vector3;

// pose of a joint's frame in the one before it
Pose moved(const JointMotion& motion, JointType type, double q) noexcept {
  if (type == JointType::prismatic) return {motion.constant, motion.offset + q * motion.slide};
  return {motion.constant + std::cos(q) * motion.cosine + std::sin(q) * motion.sine, motion.offset};
}

}  // namespace

void forward_kinematics(const Chain& chain, const JointVector& q, ChainState& state) noexcept {
  Pose frame;
  for (int i = 0; i < chain.joint_count; ++i) {
    const auto n = static_cast<std::size_t>(i);
    const Pose step = moved(chain.motions[n], chain.joints[n].type, q[i]);
    frame = i == 0 ? step : frame * step;
    state.frames[n] = frame;
  }
  state.tool = frame * chain.tool;
}

void jacobian(const Chain& chain, const JointVector& q, ChainState& state) noexcept {
  forward_kinematics(chain, q, state);
  state.jacobian.resize(6, chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    const auto n = static_cast<std::size_t>(i);
    const Joint& joint = chain.joints[n];
    // a joint's motion leaves its own axis and the points on it where they are
    const Vector3 axis = state.frames[n].rotation * joint.axis;
    if (joint.type == JointType::revolute) {
      state.jacobian.col(i).head<3>() = axis;
      state.jacobian.col(i).tail<3>() = state.frames[n].position.cross(axis);
    } else {
      state.jacobian.col(i).head<3>().setZero();
      state.jacobian.col(i).tail<3>() = axis;
    }
  }
}

spatial::Twist tool_twist(const Jacobian& j, const JointVector& velocity) noexcept {
  return spatial::Twist::from_vector(j.lazyProduct(velocity));
}

Jacobian tool_point_jacobian(const ChainState& state) noexcept {
  Jacobian j = state.jacobian;
  for (int i = 0; i < j.cols(); ++i) {
    const Vector3 angular = j.col(i).head<3>();
    j.col(i).tail<3>() += angular.cross(state.tool.position);
  }
  return j;
}

JointVector joint_efforts(const Jacobian& j, const spatial::Wrench& w) noexcept {
  return j.transpose().lazyProduct(w.vector());
}

}  // namespace tether::robot
