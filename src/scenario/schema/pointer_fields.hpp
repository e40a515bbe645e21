// The keys of [leader.pointer]: a stream of poses, and the virtual handle that it drags.
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe(Fields& f, LeaderPointerParams& p);

}  // namespace tether::scenario
