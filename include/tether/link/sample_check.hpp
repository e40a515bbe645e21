// Whether a sample can have come from a side of ours. What a network brings may be anything; it is
// checked before a controller sees it, for there a number that is not finite is a fault that stops
// the session. A sample is good when its modes exist, its times are not before the session began,
// nothing is echoed where there is no echo, every number is finite and not absurdly large, its turn
// is of unit length, and what obstructs a vehicle does so by a share.
#pragma once

#include <cstdint>

#include "tether/link/link.hpp"

namespace tether::link {

// numbers beyond this are no figures of a machine on earth: [m], [N], [N m], [J], [√W s]
inline constexpr double kLargestFigure = 1e9;
// stamps and times held are within 0 and a hundred years
inline constexpr core::Duration kLongestTime = std::chrono::hours(24 * 365 * 100);

enum class SampleError : std::uint8_t {
  none,
  // of its bytes (wire_format.hpp)
  size,     // not the length of a sample
  version,  // written by another version
  flag,     // neither 0 nor 1
  // of what it says
  method,       // no passivity method
  engagement,   // none that there is
  coupling,     // the same
  stamp,        // negative or absurd
  echo,         // the same, or something echoed where there is no echo
  number,       // not finite, or absurd
  orientation,  // not of unit length within 1e-6
  obstruction,  // not between 0 and 1
  wall,         // no slot that there is, or a wall without a direction
};

// the first thing that is wrong with what a sample says
SampleError check(const signals::Sample& sample) noexcept;

}  // namespace tether::link
