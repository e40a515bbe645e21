// Where a chain holds its tool.
#pragma once

#include "tether/robot/kinematics.hpp"

namespace tether::sim {

inline spatial::Pose tool(const robot::Chain& chain, const robot::JointVector& q) {
  robot::ChainState state;
  robot::forward_kinematics(chain, q, state);
  return state.tool;
}

}  // namespace tether::sim
