// The keys of [operator] in a scenario file.
#pragma once

#include "tether/session/fields.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

void describe(Fields& f, OperatorParams& p);

}  // namespace tether::session
