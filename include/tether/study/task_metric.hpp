// A figure of a user task under its stable name.
#pragma once

#include <string_view>
#include <vector>

#include "tether/session/metric_names.hpp"
#include "tether/study/metric.hpp"

namespace tether::study {

// with the unit that belongs to the name
inline void append_task_metric(std::vector<Metric>& metrics, std::string_view name, double value) {
  for (const session::MetricName& known : session::kTaskMetricNames) {
    if (known.name == name) metrics.push_back({known.name, known.unit, value});
  }
}

}  // namespace tether::study
