// Numbers that no sensor should give.
#pragma once

#include <limits>

namespace tether::test {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace tether::test
