// A number as a document prints it.
#pragma once

#include <cmath>

namespace tether::report {

inline double rounded(double value, double step) { return std::round(value / step) * step; }

}  // namespace tether::report
