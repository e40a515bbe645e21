// Keys of a scenario about how the sides are joined, meet, part and keep time.
#pragma once

#include "tether/session/fields.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

void describe(Fields& f, LinkParams& p);
void describe(Fields& f, control::EngagementParams& p);
void describe(Fields& f, RealtimeParams& p);
void describe(Fields& f, Change& change);

}  // namespace tether::session
