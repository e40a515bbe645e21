// The keys of [assist], and of one fixture in its [[assist.fixtures]] or in a file of fixtures.
#pragma once

#include "tether/assist/fixtures/fixture.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe(Fields& f, AssistParams& p);
void describe(Fields& f, assist::Fixture& fixture);
// a list of them, each with an id of its own
void describe_fixtures(Fields& f, std::vector<assist::Fixture>& fixtures, std::size_t most);

}  // namespace tether::scenario
