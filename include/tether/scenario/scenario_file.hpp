// Scenario files: finding them by name, reading them with exact errors, describing their keys.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

// the file of a shipped scenario's name, or the path itself; core::InputError with the nearest name
std::string find_scenario(const std::string& name_or_path);

// the shipped scenarios: names in alphabetical order
std::vector<std::string> shipped_scenarios();

// the parts that a scenario may name, to be handed on (extensions.hpp)
using SharedExtensions = std::shared_ptr<const Extensions>;

// reads the file, merges what it extends, applies the overrides "key=value"; core::InputError
Scenario load_scenario(const std::string& name_or_path,
                       const std::vector<std::string>& overrides = {},
                       const SharedExtensions& extensions = built_in());
Scenario load_scenario(const std::string& name_or_path, const std::vector<std::string>& overrides,
                       const Extensions& extensions);

// From the resolved text that a log carries, and the files that it names. The text says which parts
// were not built in; core::InputError when one of them is not among these.
Scenario parse_scenario(const std::string& text, const std::string& file,
                        const SharedExtensions& extensions = built_in(), NamedFiles files = {});

// the same scenario with other values, "key=value"; core::InputError
Scenario changed(const Scenario& scenario, const std::vector<std::string>& assignments);

// every key of a scenario, its meaning, unit, range and default
void describe(Fields& f, Scenario& scenario);

}  // namespace tether::scenario
