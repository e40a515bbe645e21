// Keys of a scenario about how the sides are joined, meet, part and keep time.
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe(Fields& f, LinkParams& p);
void describe(Fields& f, control::EngagementParams& p);
void describe(Fields& f, RealtimeParams& p);
void describe(Fields& f, SessionParams& p);
void describe(Fields& f, Change& change);

// "key=value": why it cannot change while a session runs; nothing when it can
std::optional<std::string> why_not_while_running(std::string_view assignment);

}  // namespace tether::scenario
