// Which metrics of a session are worth a row in a table. summary.json has all of them; tables leave
// out those that say nothing here: of an arm in the hand and its bounds where there is neither, of
// tanks without a passivity method.
#pragma once

#include <string>
#include <vector>

#include "tether/scenario/scenario.hpp"

namespace tether::report {

// samples take time from one side to the other
bool has_delay(const link::EmulatedLinkParams& link) noexcept;
// the leader lets torques be felt
bool leader_turns(const scenario::Scenario& scenario);

// metrics of the scenario that tables leave out; one with a bound in [expect] is never among them
std::vector<std::string> left_out_metrics(const scenario::Scenario& scenario);

}  // namespace tether::report
