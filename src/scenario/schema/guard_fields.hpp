// The keys of [guard] and of [leader.guard] and [follower.guard].
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe(Fields& f, GuardParams& p);
void describe(Fields& f, SideGuardParams& p);

}  // namespace tether::scenario
