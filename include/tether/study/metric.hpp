// One figure of merit: a stable name, listed in docs/metrics.md, and a value in SI units.
#pragma once

#include <string_view>

namespace tether::study {

struct Metric {
  std::string_view name;
  std::string_view unit;
  double value = 0;
};

}  // namespace tether::study
