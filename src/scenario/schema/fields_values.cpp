#include "scenario/schema/fields_values.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/nearest.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

namespace {

// "number [N/m]", "numbers [m]"
std::string with_unit(std::string_view noun, std::string_view unit) {
  return unit.empty() ? std::string(noun) : fmt::format("{} [{}]", noun, unit);
}

// "3 numbers [m]"
std::string counted(Count count, std::string_view noun, std::string_view unit) {
  const bool one = count.min == 1 && count.max == 1;
  return fmt::format("{} {}", to_string(count),
                     with_unit(fmt::format("{}{}", noun, one ? "" : "s"), unit));
}

[[noreturn]] void refuse(const TomlNode& node, std::string_view expected) {
  throw core::InputError(node.where, fmt::format("expected {}, found {}", expected, kind_of(node)));
}

const TomlArray& read_array(const TomlNode& node, Count count, const std::string& expected) {
  const TomlArray* array = node.array();
  if (array == nullptr) refuse(node, expected);
  if (array->size() < count.min || array->size() > count.max) {
    throw core::InputError(node.where,
                           fmt::format("expected {}, found {}", expected, array->size()));
  }
  return *array;
}

template <class Spec, class Number>
void check_bounds(const TomlNode& node, std::string_view name, const Spec& spec, Number value) {
  if (within(spec, value)) return;
  throw core::InputError(node.where, fmt::format("{} must be {}{}{}, found {}", name, bounds(spec),
                                                 spec.unit.empty() ? "" : " ", spec.unit, value));
}

void append_numbers(const TomlArray& items, std::string_view name, const NumberSpec& spec,
                    std::vector<double>& values) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    values.push_back(read_number(items[i], fmt::format("{}[{}]", name, i), spec));
  }
}

}  // namespace

double read_number(const TomlNode& node, std::string_view name, const NumberSpec& spec) {
  double value = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&node.value)) {
    value = static_cast<double>(*integer);
  } else if (const auto* number = std::get_if<double>(&node.value)) {
    value = *number;
  } else {
    refuse(node, with_unit("a number", spec.unit));
  }
  if (!std::isfinite(value)) {
    throw core::InputError(
        node.where, fmt::format("{} must be a finite number, found {}", name, toml_number(value)));
  }
  check_bounds(node, name, spec, value);
  return value;
}

std::int64_t read_integer(const TomlNode& node, std::string_view name, const IntegerSpec& spec) {
  const std::string expected = with_unit("an integer", spec.unit);
  if (const auto* number = std::get_if<double>(&node.value)) {
    throw core::InputError(node.where,
                           fmt::format("expected {}, found {}", expected, toml_number(*number)));
  }
  const auto* integer = std::get_if<std::int64_t>(&node.value);
  if (integer == nullptr) refuse(node, expected);
  check_bounds(node, name, spec, *integer);
  return *integer;
}

bool read_boolean(const TomlNode& node) {
  const auto* value = std::get_if<bool>(&node.value);
  if (value == nullptr) refuse(node, "true or false");
  return *value;
}

const std::string& read_text(const TomlNode& node) {
  const std::string* value = node.text();
  if (value == nullptr) refuse(node, "a string");
  return *value;
}

std::vector<double> read_numbers(const TomlNode& node, std::string_view name,
                                 const NumberSpec& spec, Count count) {
  std::vector<double> values;
  const std::string expected = "an array of " + counted(count, "number", spec.unit);
  append_numbers(read_array(node, count, expected), name, spec, values);
  return values;
}

std::vector<double> read_rows(const TomlNode& node, std::string_view name, const NumberSpec& spec,
                              Count rows, Count columns) {
  const std::string row_of = counted(columns, "number", spec.unit);
  const TomlArray& lines =
      read_array(node, rows, fmt::format("an array of {} rows of {}", to_string(rows), row_of));
  std::vector<double> values;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    append_numbers(read_array(lines[i], columns, "a row of " + row_of),
                   fmt::format("{}[{}]", name, i), spec, values);
  }
  return values;
}

std::vector<std::string> read_texts(const TomlNode& node, Count count) {
  std::vector<std::string> values;
  for (const TomlNode& item :
       read_array(node, count, "an array of " + counted(count, "string", ""))) {
    values.push_back(read_text(item));
  }
  return values;
}

std::size_t read_choice(const TomlNode& node, const std::vector<std::string>& names,
                        std::string_view noun) {
  const std::string* given = node.text();
  if (given == nullptr) refuse(node, fmt::format("one of \"{}\"", fmt::join(names, "\", \"")));
  const auto found = std::find(names.begin(), names.end(), *given);
  if (found == names.end()) {
    // only the start of an endless word is worth comparing
    static constexpr std::size_t kMaxCompared = 100;
    throw core::InputError(node.where,
                           fmt::format("unknown {} {}{}", noun, shown(*given),
                                       core::suggestion(given->substr(0, kMaxCompared), names)));
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace tether::scenario
