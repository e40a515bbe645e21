// A TOML value together with the place it was written at, so that every later complaint about it
// can point there. Tables are sorted by name; the order of a file carries no meaning in TOML.
// TOML v1.0.0, toml.io.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "tether/core/error.hpp"

namespace tether::scenario {

struct TomlNode;
struct TomlEntry;
using TomlArray = std::vector<TomlNode>;
using TomlTable = std::map<std::string, TomlEntry, std::less<>>;

// a date, a time of day or both, kept as written; no scenario key takes one
struct TomlDate {
  std::string text;
};

struct TomlNode {
  std::variant<bool, std::int64_t, double, std::string, TomlDate, TomlArray, TomlTable> value;
  core::SourceLocation where;  // a table's is its header

  // null unless the value is of that kind
  const TomlTable* table() const noexcept;
  TomlTable* table() noexcept;
  const TomlArray* array() const noexcept;
  TomlArray* array() noexcept;
  const std::string* text() const noexcept;
};

struct TomlEntry {
  core::SourceLocation key;
  // what gave this value: 0 the file that extends no other, then the files that extend it in turn,
  // then the overrides; an override that changes nothing does not count
  int layer = 0;
  TomlNode node;
};

// "a string", "an array", ..., for messages
const char* kind_of(const TomlNode& node) noexcept;

// equal values, wherever they were written; NaN equals NaN
bool same_value(const TomlNode& a, const TomlNode& b);

}  // namespace tether::scenario
