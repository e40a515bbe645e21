// Fixtures as a table for people.
#pragma once

#include <string>
#include <vector>

#include "tether/link/fixture_news.hpp"

namespace tether::apps {

// one line each, under a heading; those refused with the reason
std::string fixture_table(const std::vector<link::FixtureState>& states);

}  // namespace tether::apps
