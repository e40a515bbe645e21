// Who and what took part in a session, in words for its report; what is simulated says so.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tether/session/scenario.hpp"

namespace tether::study {

// {"Leader", "Force Dimension omega.7, ... (simulated)"}, ...
std::vector<std::pair<std::string, std::string>> parts_of(const session::Scenario& scenario);

}  // namespace tether::study
