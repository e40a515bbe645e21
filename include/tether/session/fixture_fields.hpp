// The keys of [assist], and of one fixture in its [[assist.fixtures]] or in a file of fixtures.
#pragma once

#include "tether/assist/fixture.hpp"
#include "tether/session/fields.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

void describe(Fields& f, AssistParams& p);
void describe(Fields& f, assist::Fixture& fixture);
// a list of them, each with an id of its own
void describe_fixtures(Fields& f, std::vector<assist::Fixture>& fixtures, std::size_t most);

}  // namespace tether::session
