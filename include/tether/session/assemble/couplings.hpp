// Both halves of a scenario's coupling.
#pragma once

#include <memory>

#include "tether/control/couplings/coupling.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::session {

std::unique_ptr<control::Coupling> leader_coupling(const scenario::Scenario& scenario,
                                                   const robot::Chain& chain);
std::unique_ptr<control::Coupling> follower_coupling(const scenario::Scenario& scenario,
                                                     const scenario::FollowerSetup& setup);

// how the sides shall come together under the scenario's coupling: there is no place to go to in
// rate control, nor for what is pushed
control::Alignment alignment(const scenario::Scenario& scenario);

}  // namespace tether::session
