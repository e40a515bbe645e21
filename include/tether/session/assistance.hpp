// The assist stage of the leader from a scenario.
#pragma once

#include <memory>

#include "tether/assist/assistance.hpp"
#include "tether/robot/chain.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

// Nothing when the scenario has no fixtures. Fixtures of a process of their own are asked once
// somebody gave the stage a way to (assist::Assistance::ask).
std::unique_ptr<assist::Assistance> make_assistance(const Scenario& scenario,
                                                    const robot::Chain& leader);

}  // namespace tether::session
