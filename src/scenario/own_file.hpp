// A file of the user's own that a scenario names.
#pragma once

#include <string>
#include <string_view>

#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

// Beside the scenario that gives the key, or, where it is not there (an override, a log's text),
// from where the program runs.
std::string own_file(const Fields& fields, std::string_view key, const std::string& given);

}  // namespace tether::scenario
