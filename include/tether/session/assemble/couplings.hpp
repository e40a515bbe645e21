// Both halves of a scenario's coupling.
#pragma once

#include <memory>

#include "tether/control/couplings/coupling.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::session {

// of the leader's tool: the origin of its workspace
spatial::Pose leader_reference(const scenario::Scenario& scenario, const robot::Chain& chain);
control::WorkspaceMapParams workspace_map(const scenario::Scenario& scenario,
                                          const scenario::FollowerSetup& setup);

std::unique_ptr<control::Coupling> leader_coupling(const scenario::Scenario& scenario,
                                                   const robot::Chain& chain);
std::unique_ptr<control::Coupling> follower_coupling(const scenario::Scenario& scenario,
                                                     const scenario::FollowerSetup& setup);

// how the sides shall come together under the scenario's coupling: there is no place to go to in
// rate control, nor for what is pushed
control::Alignment alignment(const scenario::Scenario& scenario);

}  // namespace tether::session
