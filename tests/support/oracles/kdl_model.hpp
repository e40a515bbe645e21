// A tether chain in the terms of the KDL oracle.
#pragma once

#include "tests/support/oracles/kdl_oracle.hpp"
#include "tether/robot/chain.hpp"

namespace tether::oracle {

inline void copy(const spatial::Vector3& from, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

inline void copy(const spatial::Matrix3& from, double* to) {
  for (int i = 0; i < 9; ++i) to[i] = from(i / 3, i % 3);
}

inline KdlModel kdl_model(const robot::Chain& chain) {
  KdlModel model;
  for (std::size_t i = 0; i < static_cast<std::size_t>(chain.joint_count); ++i) {
    const robot::Joint& joint = chain.joints[i];
    const robot::Link& link = chain.links[i];
    KdlJoint copied;
    copied.revolute = joint.type == robot::JointType::revolute;
    copied.armature = joint.armature;
    copied.mass = link.mass;
    copy(joint.axis, copied.axis);
    copy(joint.placement.rotation, copied.rotation);
    copy(joint.placement.position, copied.position);
    copy(link.centre, copied.centre);
    copy(link.inertia, copied.inertia);
    model.joints.push_back(copied);
  }
  copy(chain.tool.rotation, model.tool_rotation);
  copy(chain.tool.position, model.tool_position);
  copy(chain.gravity, model.gravity);
  return model;
}

}  // namespace tether::oracle
