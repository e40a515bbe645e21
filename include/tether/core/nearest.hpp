// The known name that a mistyped one most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tether::core {

// number of insertions, deletions, substitutions and swaps of neighbours from a to b
int edit_distance(std::string_view a, std::string_view b);

// the candidate closest to name, unless none is close enough to be meant
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

// `; did you mean "x"?` or, where nothing is near, `; expected one of a, b, c`
std::string suggestion(std::string_view name, std::span<const std::string> candidates);

}  // namespace tether::core
