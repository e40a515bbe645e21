// The keys of [passivity].
#pragma once

#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

// some methods take figures of the coupling's spring
void describe(Fields& f, passivity::Params& p, const CouplingParams& coupling,
              const Extensions& extensions);

}  // namespace tether::scenario
