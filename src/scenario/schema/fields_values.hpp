// Single values of a document, checked against what was declared. Each function throws
// core::InputError at the value when it does not fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tether/scenario/schema/fields_spec.hpp"
#include "tether/scenario/toml/toml_node.hpp"

namespace tether::scenario {

double read_number(const TomlNode& node, std::string_view name, const NumberSpec& spec);
std::int64_t read_integer(const TomlNode& node, std::string_view name, const IntegerSpec& spec);
bool read_boolean(const TomlNode& node);
const std::string& read_text(const TomlNode& node);

std::vector<double> read_numbers(const TomlNode& node, std::string_view name,
                                 const NumberSpec& spec, Count count);
// row after row
std::vector<double> read_rows(const TomlNode& node, std::string_view name, const NumberSpec& spec,
                              Count rows, Count columns);
std::vector<std::string> read_texts(const TomlNode& node, Count count);

// index into names
std::size_t read_choice(const TomlNode& node, const std::vector<std::string>& names,
                        std::string_view noun);

}  // namespace tether::scenario
