// The keys of [passivity].
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

// some methods take figures of the coupling's spring
void describe(Fields& f, passivity::Params& p, const CouplingParams& coupling);

}  // namespace tether::scenario
