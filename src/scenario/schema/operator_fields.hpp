// The keys of [operator] in a scenario file.
#pragma once

#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

void describe(Fields& f, OperatorParams& p, const Extensions& extensions);

}  // namespace tether::scenario
