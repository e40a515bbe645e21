// The keys of one fixture, in a scenario's [[assist.fixtures]] and in a file of fixtures.
#pragma once

#include "tether/assist/fixture.hpp"
#include "tether/session/fields.hpp"

namespace tether::session {

void describe(Fields& f, assist::Fixture& fixture);

}  // namespace tether::session
