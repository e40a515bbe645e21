// The list of all keys that a describe function declares, for the manual and for `tether list`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

struct FieldRow {
  std::string path;           // "coupling.stiffness", "phases[].to", "named.<name>.max"
  std::string type;           // "number", "3 numbers", "integer", "boolean", "text", "choice",
                              // "table", "list of tables", ...
  std::string unit;           // empty = none
  std::string default_value;  // as TOML; empty = none
  std::string range;          // "in [0, 100000]", or of a choice its names: `"a", "b"`
  std::string help;
  bool required = false;
  std::vector<std::string> excludes;      // paths that may not be given besides
  std::vector<std::string> alternatives;  // at least one of these paths and this one is needed
  std::string condition;                  // `link.kind = "emulated"`; empty = the key always exists

  bool operator==(const FieldRow&) const = default;
};

// Calls describe(fields) with every value of every choice, so that the keys of all kinds are
// listed; it must declare the fields of fresh, default values each time:
//
//   reference_of([](Fields& f) { Scenario s; describe(f, s); });
//
// A key that exists only for certain values of two independent choices at once is not found.
std::vector<FieldRow> reference_of(const Fields::Describe& describe);

// the paths of all keys that take a value and are no element of a list, in alphabetical order;
// much sooner than the whole reference
std::vector<std::string> keys_of(const Fields::Describe& describe);

}  // namespace tether::scenario
