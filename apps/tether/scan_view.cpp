#include "apps/tether/scan_view.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace tether::apps {
namespace {

constexpr int kRowsAhead = 14, kRowsBehind = 6, kColumns = 64;

const char* direction(double degrees) {
  constexpr std::array<const char*, 8> kNames{"ahead",  "ahead left",   "left",  "behind left",
                                              "behind", "behind right", "right", "ahead right"};
  const auto eighth = static_cast<int>(std::lround(degrees / 45));
  return kNames[static_cast<std::size_t>((eighth + 8) % 8)];
}

}  // namespace

std::string nearest_in_words(const assist::RangeScan& scan) {
  int nearest = -1;
  float range = assist::kNothing;
  for (int i = 0; i < scan.count; ++i) {
    const float next = scan.ranges[static_cast<std::size_t>(i)];
    if (next < range) {
      nearest = i;
      range = next;
    }
  }
  if (nearest < 0) return "nothing within reach";
  const double degrees = (scan.angle(nearest) - std::numbers::pi / 2) * 180 / std::numbers::pi;
  return fmt::format("nearest {:.2f} m {} ({:+.0f}°)", range, direction(degrees), degrees);
}

std::string view_from_above(const assist::RangeScan& scan, double metres_per_row) {
  std::vector<std::string> rows(kRowsAhead + kRowsBehind + 1, std::string(kColumns + 1, ' '));
  const auto mark = [&](double ahead, double left, char symbol) {
    const long row = kRowsAhead - std::lround(ahead / metres_per_row);
    const long column = kColumns / 2 - std::lround(2 * left / metres_per_row);
    if (row < 0 || row >= static_cast<long>(rows.size()) || column < 0 || column > kColumns) return;
    rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = symbol;
  };
  for (int i = 0; i < scan.count; ++i) {
    const double range = scan.ranges[static_cast<std::size_t>(i)];
    if (!std::isfinite(range)) continue;
    mark(range * std::sin(scan.angle(i)), -range * std::cos(scan.angle(i)), '#');
  }
  mark(0, 0, '^');
  std::string text;
  for (std::string& row : rows) {
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text + fmt::format("one row is {:g} m\n", metres_per_row);
}

}  // namespace tether::apps
