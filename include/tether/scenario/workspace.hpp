// How the leader's workspace lies in the follower's.
#pragma once

#include "tether/control/couplings/workspace_port.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

// of the leader's tool: the origin of its workspace
spatial::Pose leader_reference(const Scenario& scenario, const robot::Chain& chain);
control::WorkspaceMapParams workspace_map(const Scenario& scenario, const FollowerSetup& setup);

}  // namespace tether::scenario
