// Fixtures as a table for people.
#pragma once

#include <string>
#include <vector>

#include "tether/assistant/protocol/fixture_update.hpp"

namespace tether::apps {

// one line each, under a heading; those refused with the reason
std::string fixture_table(const std::vector<assistant::FixtureState>& states);

}  // namespace tether::apps
