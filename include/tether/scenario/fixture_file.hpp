// Files of fixtures, for `tether fixtures` and a scenario's `assist.file`:
//
//   [[fixtures]]
//   id = 1
//   law = "guide"
//   shape = "polyline"
//   points = [[0, 0, 0.3], [0, 0, 0]]
//   stiffness = 50
//   range = 0.2
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tether/assist/fixtures/fixture.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

// ten thousand boxes are two of them
inline constexpr std::size_t kMaxFixtureFileBytes = std::size_t{64} << 20U;

// throws core::InputError with file:line:column
std::vector<assist::Fixture> read_fixtures(const std::string& path);
// the same with the files that it names, given ones first; `files` has them all afterwards
std::vector<assist::Fixture> read_fixtures(const std::string& path, NamedFiles& files);
// the same of a text; `file` is how messages name it
std::vector<assist::Fixture> parse_fixtures(std::string_view text, const std::string& file);

// one of assignments "key=value", as on a command line: a bare word stands for a string
assist::Fixture fixture_of(std::span<const std::string> assignments);

// the text of a file that reads back as these
std::string fixtures_toml(std::span<const assist::Fixture> fixtures);

}  // namespace tether::scenario
