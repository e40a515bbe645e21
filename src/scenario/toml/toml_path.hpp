// The way to one value in a document, written like `coupling.stiffness` or `phases[0].to`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tether/scenario/toml/toml_node.hpp"

namespace tether::scenario {

// the name of a key, or the index in an array
using TomlStep = std::variant<std::string, std::size_t>;
using TomlPath = std::vector<TomlStep>;

// throws core::InputError at `where` unless the text is a path; names with other characters than
// letters, digits, _ and - stand in quotes
TomlPath parse_path(std::string_view text, const core::SourceLocation& where);

// "phases[0].to"
std::string to_string(const TomlPath& path);

// The place of the value, or, where it is not given, that of the closest table around it.
core::SourceLocation locate(const TomlNode& root, const TomlPath& path);

// Puts a value at the path, making the tables on the way; throws at value.where when the path leads
// through something that is no table, or past the end of an array.
void assign(TomlNode& root, const TomlPath& path, TomlNode value, int layer);

}  // namespace tether::scenario
