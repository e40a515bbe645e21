// The keys of [passivity].
#pragma once

#include "tether/session/fields.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

// some methods take figures of the coupling's spring
void describe(Fields& f, passivity::Params& p, const CouplingParams& coupling);

}  // namespace tether::session
