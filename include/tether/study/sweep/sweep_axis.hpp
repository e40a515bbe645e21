// One key of a scenario that a sweep varies, and the values it takes. Written as after --vary:
//   link.delay=0:0.1:6                 6 values, evenly spaced, both ends included
//   link.delay=0.001:0.1:6:log         evenly spaced in the logarithm
//   passivity.kind=[none,two-layer]    these values, in this order
//   link.delay=0:0.1                   a range to draw samples from (Latin hypercube)
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tether::study {

struct AxisRange {
  double from = 0;
  double to = 0;
  std::size_t count = 0;  // 0 = not given
  bool log = false;

  // share 0 … 1 of the way from one end to the other
  double at(double share) const;
};

struct SweepAxis {
  std::string key;
  std::string text;                // as given, for messages
  std::optional<AxisRange> range;  // none for a list
  std::vector<std::string> items;  // of a list, as they may stand after "key="
};

// core::InputError that names the option and says what was expected
SweepAxis parse_axis(std::string_view text);

// a number of an axis as it stands in overrides and tables: the fewest digits that read back as the
// same value, which itself is rounded to 12 digits, so that a third of 0.3 is 0.1
std::string axis_number(double value);

// the values of a grid: those of the list, or `count` along the range
std::vector<std::string> grid_values(const SweepAxis& axis);

}  // namespace tether::study
