// The keys of a list of stretches of time.
#pragma once

#include <string_view>
#include <vector>

#include "tether/scenario/schema/fields.hpp"
#include "tether/sim/people/handling.hpp"

namespace tether::scenario {

void describe_intervals(Fields& f, std::string_view key, std::vector<sim::Interval>& intervals,
                        const char* help);

}  // namespace tether::scenario
