// One metric of a window by its name.
#pragma once

#include <string_view>

#include <gtest/gtest.h>

#include "tether/report/metrics/metrics.hpp"

namespace tether::report {

inline double metric(const PhaseMetrics& window, std::string_view name) {
  for (const Metric& m : window.metrics) {
    if (m.name == name) return m.value;
  }
  ADD_FAILURE() << "no metric " << name;
  return 0;
}

}  // namespace tether::report
