// A figure of a user task under its stable name.
#pragma once

#include <string_view>
#include <vector>

#include "tether/report/metrics/metric.hpp"
#include "tether/signals/metric_names.hpp"

namespace tether::report {

// with the unit that belongs to the name
inline void append_task_metric(std::vector<Metric>& metrics, std::string_view name, double value) {
  for (const signals::MetricName& known : signals::kTaskMetricNames) {
    if (known.name == name) metrics.push_back({known.name, known.unit, value});
  }
}

}  // namespace tether::report
