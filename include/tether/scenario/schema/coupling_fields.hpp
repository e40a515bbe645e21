// The keys of [coupling].
#pragma once

#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

// keys of all couplings may stand beside each other, so that one can be changed for another
void describe(Fields& f, CouplingParams& p, const Extensions& extensions);

}  // namespace tether::scenario
