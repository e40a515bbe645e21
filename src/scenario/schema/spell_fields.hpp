// The keys of a list of stretches of time.
#pragma once

#include <string_view>
#include <vector>

#include "tether/scenario/schema/fields.hpp"
#include "tether/sim/people/handling.hpp"

namespace tether::scenario {

void describe_spells(Fields& f, std::string_view key, std::vector<sim::Spell>& spells,
                     const char* help);

}  // namespace tether::scenario
