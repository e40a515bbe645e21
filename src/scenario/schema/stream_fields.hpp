// The keys of force-position: how an arm plays the motion that comes, and how the hand's force is
// conditioned before it is sent.
#pragma once

#include "tether/control/couplings/force_position.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe_stream(Fields& f, control::ForcePositionLeaderParams& p);
void describe_conditioning(Fields& f, control::ForcePositionLeaderParams& p);

}  // namespace tether::scenario
