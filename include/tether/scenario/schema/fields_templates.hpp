// Bodies of the templates of Fields; included by fields.hpp only.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

template <class T>
bool Fields::visit_integer(Key key, T& value, IntegerSpec spec) {
  if constexpr (std::is_unsigned_v<T>) spec.min = std::max(spec.min, std::int64_t{0});
  auto given = static_cast<std::int64_t>(value);
  if (!visit(key, given, spec)) return false;
  // the bounds of narrow types are no part of the declaration, but hold
  if constexpr (sizeof(T) < sizeof(given)) {
    check_fits(key.name, given,
               {.min = std::numeric_limits<T>::min(), .max = std::numeric_limits<T>::max()});
  }
  value = static_cast<T>(given);
  return true;
}

template <std::integral T>
void Fields::integer(std::string_view key, T& value, IntegerSpec spec) {
  visit_integer({key}, value, spec);
}

template <std::integral T>
void Fields::integer(std::string_view key, Maybe<T>& value, IntegerSpec spec) {
  T given = value.value_or(T{});
  if (visit_integer({key, value.has_value()}, given, spec)) value = given;
}

template <class E>
bool Fields::visit_choice(Key key, E& value, Choices<E> choices, const ChoiceSpec& spec) {
  std::vector<std::string> names;
  std::size_t index = choices.size();
  for (const auto& [name, choice] : choices) {
    if (choice == value && index == choices.size()) index = names.size();
    names.emplace_back(name);
  }
  if (index == choices.size()) {
    if (key.has_default) throw std::logic_error("the default is none of the choices");
    index = 0;
  }
  const bool given = visit(key, index, names, spec);
  value = (choices.begin() + index)->second;
  return given;
}

template <class E>
requires std::is_enum_v<E>
void Fields::choice(std::string_view key, E& value, Choices<E> choices, const ChoiceSpec& spec) {
  visit_choice<E>({key}, value, choices, spec);
}

template <class E>
requires std::is_enum_v<E>
void Fields::choice(std::string_view key, Maybe<E>& value, Choices<E> choices,
                    const ChoiceSpec& spec) {
  E given = value.value_or(E{});
  if (visit_choice<E>({key, value.has_value()}, given, choices, spec)) value = given;
}

template <class T, class DescribeItem>
void Fields::optional_table(std::string_view key, Maybe<T>& value, DescribeItem describe,
                            const TextSpec& spec) {
  T item = value.value_or(T{});
  const auto describe_item = [&](Fields& fields) { describe(fields, item); };
  if (visit_table(key, describe_item, spec, true)) value = std::move(item);
}

template <class T, class DescribeItem>
void Fields::list(std::string_view key, std::vector<T>& items, DescribeItem describe,
                  const ListSpec& spec) {
  visit_list(
      key, [&](std::size_t size) { items.assign(size, T{}); },
      [&](Fields& fields, std::size_t i) { describe(fields, items.at(i)); }, spec);
}

template <class T, class DescribeItem>
void Fields::named(std::string_view key, std::map<std::string, T>& items, DescribeItem describe,
                   const ListSpec& spec) {
  visit_named(
      key, [&](Fields& fields, const std::string& name) { describe(fields, items[name]); }, spec);
}

}  // namespace tether::scenario
