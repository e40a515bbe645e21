// A text without the spaces and tabs around it, as cells of CSV files and the values of an axis are
// read.
#pragma once

#include <string_view>

namespace tether::core {

inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t";
  const auto first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

}  // namespace tether::core
