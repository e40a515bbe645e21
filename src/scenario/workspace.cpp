#include "tether/scenario/workspace.hpp"

#include "tether/robot/kinematics.hpp"

namespace tether::scenario {

// the workspace of a device begins where its own frame does, that of an arm where its tool starts
spatial::Pose leader_reference(const Scenario& scenario, const robot::Chain& chain) {
  if (scenario.leader.posture.size() == 0) return {};
  robot::ChainState state;
  robot::forward_kinematics(chain, scenario.leader.posture, state);
  return state.tool;
}

control::WorkspaceMapParams workspace_map(const Scenario& scenario, const FollowerSetup& setup) {
  return {.offset = setup.offset,
          .scale = scenario.workspace.scale,
          .rotation = scenario.workspace.rotation};
}

}  // namespace tether::scenario
