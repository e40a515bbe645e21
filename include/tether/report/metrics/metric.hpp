// One figure of merit: a stable name, listed in docs/metrics.md, and a value in SI units.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/signals/metric_names.hpp"

namespace tether::report {

struct Metric {
  std::string name;
  std::string unit;
  double value = 0;
};

// under its declared name; what could not be measured is left out
inline void put(std::vector<Metric>& metrics, const signals::MetricName& metric,
                std::optional<double> value) {
  if (!value || std::isnan(*value)) return;
  metrics.push_back({std::string(metric.name), std::string(metric.unit), *value});
}

// the one of that name, or nullptr
inline const Metric* find_metric(std::span<const Metric> metrics, std::string_view name) noexcept {
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  return found == metrics.end() ? nullptr : &*found;
}

}  // namespace tether::report
