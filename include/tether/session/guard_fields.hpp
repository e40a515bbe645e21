// The keys of [guard] and of [leader.guard] and [follower.guard].
#pragma once

#include "tether/session/fields.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

void describe(Fields& f, GuardParams& p);
void describe(Fields& f, SideGuardParams& p);

}  // namespace tether::session
