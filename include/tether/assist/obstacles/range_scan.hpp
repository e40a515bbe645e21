// What a laser scanner saw in one turn: distances at equal steps of angle. Angles count from the
// scanner's right hand counter-clockwise, as seen from above: 0 right, π/2 front, π left. In the
// axes of a vehicle (x forward, y left) a beam points to
//   u(θ) = (sin θ, −cos θ)
// SICK TiM5xx, Operating instructions 8014315: 270° in steps of 1/3°, −45° … 225°, 15 Hz,
// 0.05 … 10 m.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <numbers>

#include "tether/core/time.hpp"

namespace tether::assist {

inline constexpr int kMaxBeams = 1024;
inline constexpr int kTim561Beams = 811;

struct RangeScan {
  core::Time time;           // when it was complete, session time
  std::uint32_t number = 0;  // counts up with every scan; gaps are scans that were missed
  double first_angle = -std::numbers::pi / 4;  // θ of the first beam [rad]
  double angle_step = std::numbers::pi / 540;  // [rad]
  int count = 0;                               // beams
  // [m]; infinite: nothing within reach; not a number: no answer, nothing is known
  std::array<float, kMaxBeams> ranges{};

  double angle(int beam) const noexcept { return first_angle + beam * angle_step; }
};

inline constexpr float kNothing = std::numeric_limits<float>::infinity();
inline constexpr float kNoAnswer = std::numeric_limits<float>::quiet_NaN();

}  // namespace tether::assist
