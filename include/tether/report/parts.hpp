// Who and what took part in a session, in words for its report; what is simulated says so.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::report {

// how a session keeps time
enum class Pace : std::uint8_t { virtual_time, wall_time };

// {"Leader", "Force Dimension omega.7, ... (simulated)"}, ...
std::vector<std::pair<std::string, std::string>> parts_of(
    const scenario::Scenario& scenario, Pace pace = Pace::virtual_time,
    signals::LocalSides sides = signals::LocalSides::both);

}  // namespace tether::report
