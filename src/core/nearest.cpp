#include "tether/core/nearest.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tether::core {

// optimal string alignment: one row per character of a, three rows kept
int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const int substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substitution});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[width - 1];
}

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  // a third of the letters may be wrong, and always one or two
  const int allowed = std::max(2, static_cast<int>(name.size()) / 3);
  std::optional<std::string> best;
  int best_distance = allowed + 1;
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(name, candidate);
    // of short names two edits may leave nothing
    const bool alike = distance < static_cast<int>(std::max(name.size(), candidate.size()));
    if (alike && distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
  if (const auto meant = nearest(name, candidates)) {
    return fmt::format("; did you mean \"{}\"?", *meant);
  }
  if (candidates.empty()) return "";
  return fmt::format("; expected one of {}", fmt::join(candidates, ", "));
}

}  // namespace tether::core
