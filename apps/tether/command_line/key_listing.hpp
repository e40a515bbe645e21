// The keys of a scenario as people read them: the rows of scenario::reference_of, one entry per key
// even where its default depends on a choice, as lines of a terminal or as a page of the manual.
#pragma once

#include <string>
#include <vector>

#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/fields_reference.hpp"

namespace tether::apps {

// a default and, where there are several, when it holds
struct KeyDefault {
  std::string value;      // as TOML; empty = none
  std::string condition;  // `link.kind = "switch"`; empty = always
};

struct KeyEntry {
  scenario::FieldRow row;  // the key itself; its default and condition stand below
  std::vector<KeyDefault> defaults;
};

// every key of a scenario, in the order of its declaration
std::vector<KeyEntry> scenario_keys(
    const scenario::SharedExtensions& extensions = scenario::built_in());

// those whose path is the prefix or begins with it; core::InputError when there is none
std::vector<KeyEntry> keys_below(const std::vector<KeyEntry>& keys, const std::string& prefix);

std::string terminal_listing(const std::vector<KeyEntry>& keys);
std::string markdown_page(const std::vector<KeyEntry>& keys);

}  // namespace tether::apps
