// The assist stage of the leader from a scenario.
#pragma once

#include <memory>

#include "tether/assist/assistance.hpp"
#include "tether/assist/live_scene.hpp"
#include "tether/robot/chain.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

// A scene that is edited while it is asked takes the place of the scenario's fixtures, if there is
// one; it must outlive the stage. Otherwise nothing when the scenario has no fixtures. Fixtures of
// a process of their own are asked once somebody gave the stage a way to (assist::Assistance::ask).
std::unique_ptr<assist::Assistance> make_assistance(const Scenario& scenario,
                                                    const robot::Chain& leader,
                                                    assist::LiveScene* live = nullptr);

}  // namespace tether::session
