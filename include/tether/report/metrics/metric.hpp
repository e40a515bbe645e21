// One figure of merit: a stable name, listed in docs/metrics.md, and a value in SI units.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace tether::report {

struct Metric {
  std::string_view name;
  std::string_view unit;
  double value = 0;
};

// the one of that name, or nullptr
inline const Metric* find_metric(std::span<const Metric> metrics, std::string_view name) noexcept {
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  return found == metrics.end() ? nullptr : &*found;
}

}  // namespace tether::report
