// What a scanner sees, in words and as a map of letters from above.
#pragma once

#include <string>

#include "tether/assist/obstacles/range_scan.hpp"

namespace tether::apps {

// such as "nearest 0.98 m to the right (-2°)", degrees from straight ahead, left is positive
std::string nearest_in_words(const assist::RangeScan& scan);

// The scanner in the middle as ^, what it sees as #; one row is `metres_per_row`, one column half
// of it, as letters are twice as high as wide.
std::string view_from_above(const assist::RangeScan& scan, double metres_per_row = 0.5);

}  // namespace tether::apps
