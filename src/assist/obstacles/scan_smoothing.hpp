// A scan with less noise: the mean of three beams in a row. Both ends are cut, so that 811 beams
// become 809, and the first is one step farther on.
//   d̄_i = (d_i + d_{i+1} + d_{i+2}) / 3   at θ_{i+1}                                          [m]
// Beams without a distance have no part in a mean:
// - where the middle beam saw nothing (infinite), nothing is there: no mean of something near and
//   something infinitely far puts an obstacle between them, or widens the near one;
// - a beam beside nothing is the mean of those that saw something, so that a post as thin as one
//   beam stays;
// - where the middle beam has no answer (not a number, or not above zero), those beside it answer
//   for it, so that a drop-out hides no wall; only three without an answer are one.
// Two different distances do give one between them: that is what the filter of the source does.
// The source: spec of system 2, environment force.
#pragma once

#include <algorithm>

#include "tether/assist/obstacles/range_scan.hpp"

namespace tether::assist {

inline constexpr int kSmoothedAway = 2;  // beams that smoothing takes

// of three beams in a row [m]
inline float smoothed(float before, float here, float after) noexcept {
  const auto seen = [](float d) { return d > 0 && d < kNothing; };
  const auto value = [seen](float d) { return seen(d) ? d : 0.0F; };
  const auto one = [seen](float d) { return seen(d) ? 1.0F : 0.0F; };
  const float count = one(before) + one(here) + one(after);
  // summed such that a mirrored scan is smoothed to the mirror image, to the last bit
  const float mean = (value(before) + value(after) + value(here)) / std::max(count, 1.0F);
  const bool none = here == kNothing || before == kNothing || after == kNothing;
  const float without = none ? kNothing : kNoAnswer;
  return here == kNothing ? kNothing : (count > 0 ? mean : without);
}

// in and out are two scans
inline void smooth(const RangeScan& in, RangeScan& out) noexcept {
  out.time = in.time;
  out.number = in.number;
  out.first_angle = in.first_angle + in.angle_step;
  out.angle_step = in.angle_step;
  out.count = std::clamp(in.count, kSmoothedAway, kMaxBeams) - kSmoothedAway;
  const float* from = in.ranges.data();
  float* to = out.ranges.data();
  const int count = out.count;
  for (int i = 0; i < count; ++i) to[i] = smoothed(from[i], from[i + 1], from[i + 2]);
}

}  // namespace tether::assist
