// The keys of [operator] in a scenario file.
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe(Fields& f, OperatorParams& p);

}  // namespace tether::scenario
