// The assist stage of the leader from a scenario.
#pragma once

#include <memory>

#include "tether/assist/fixtures/assistance.hpp"
#include "tether/robot/chain.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::session {

// Forces that are given take the place of the scenario's fixtures. Nothing when there are neither.
std::unique_ptr<assist::Assistance> make_assistance(const scenario::Scenario& scenario,
                                                    const robot::Chain& leader,
                                                    std::unique_ptr<assist::FixtureForces> forces);

}  // namespace tether::session
