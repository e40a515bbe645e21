// What the follower's scanner saw, as the page gets it: one binary message, little-endian.
//
//   u32  magic 0x31535454 ("TTS1")          u32  n: beams
//   f64  session time [s]
//   f32  angle of the first beam [rad]      f32  step [rad]     f32  range limit [m]
//   f32×n  ranges [m]; infinite: nothing within reach; not a number: no answer
// Angles count as in assist/obstacles/range_scan.hpp: from the scanner's right hand, π/2 is front.
#pragma once

#include <cstdint>
#include <string>

#include "tether/assist/obstacles/range_scan.hpp"

namespace tether::station {

inline constexpr std::uint32_t kScanMagic = 0x31535454;

// `frame` is overwritten, its memory used again
void encode_scan(const assist::RangeScan& scan, std::string& frame);

}  // namespace tether::station
