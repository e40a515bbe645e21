// The keys of [assist], and of fixtures in its [[assist.fixtures]] or in a file of fixtures.
#pragma once

#include "tether/assist/fixtures/fixture.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

void describe(Fields& f, AssistParams& p, const Extensions& extensions);
// of a law that is built in
void describe(Fields& f, assist::Fixture& fixture);
// a list of them in a file, each with an id of its own
void describe_fixtures(Fields& f, std::vector<assist::Fixture>& fixtures, std::size_t most);

// names of the laws that are built in
std::vector<std::string> fixture_laws();

}  // namespace tether::scenario
