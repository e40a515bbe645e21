// A wall that can be pushed through, both ways. Kept out, it is a wall; once the soft depth passes
// the threshold it yields and keeps in: outside, at the true distance e, it pulls back,
//   V = ½ K e²,   f = max(0, K e + B ė min(1, e/δ)) inward,
// until e passes the threshold, where it yields again. Inside while kept in, and outside while kept
// out, it does nothing.
//
// Where it yields the force steps to zero, a click, and V drops from ½ K threshold² to 0: the hand
// has paid that energy and does not get it back. It never rises at such a step, so no click gives.
#pragma once

#include <cstdint>

#include "tether/assist/laws.hpp"

namespace tether::assist {

// what a two-way wall remembers from tick to tick
struct Latch {
  std::int32_t id = 0;  // of the fixture
  bool kept_in = false;
};

struct TwoWay {
  double stiffness = 0;  // [N/m]
  double damping = 0;    // [N s/m]
  double threshold = 0;  // [m]
};

Push two_way(const TwoWay& law, const Depth& depth, const Surface& surface,
             const spatial::Vector3& velocity, Latch& latch) noexcept;

}  // namespace tether::assist
