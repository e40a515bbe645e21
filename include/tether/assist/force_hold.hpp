// Makes a steady force of one that comes over a network: a tick without news repeats the last
// force; after `silence_limit` without any the force goes down linearly, and is zero `ramp_out`
// later; when forces come again it goes up from there. With g the share that is let through:
//   news       g ← min(1, g + T / ramp_in)
//   silence    g ← max(0, g − T / ramp_out)   from the limit on
//   output     g · (last force)
// So whoever computes the forces may die at any tick: silence_limit + ramp_out later (50 ms as
// delivered) the output is exactly zero. Forces that are not finite or beyond the bounds are
// dropped and counted, and are no news. No clock: one call is one tick.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/spatial/wrench.hpp"

namespace tether::assist {

struct ForceHoldParams {
  double sample_time = 1e-3;     // T [s], > 0
  double silence_limit = 20e-3;  // force is repeated for so long [s]
  double ramp_out = 30e-3;       // from full to none [s]
  double ramp_in = 30e-3;        // from none to full [s]
  double max_force = 500;        // magnitude beyond which a force is absurd [N]
  double max_torque = 100;       // [N m]
};

struct ForceHoldCounts {
  std::uint64_t taken = 0;     // forces that came and were sound
  std::uint64_t missed = 0;    // ticks without one
  std::uint64_t dropped = 0;   // forces that were not finite or too large
  std::uint64_t silences = 0;  // times that the silence limit was passed
};

class ForceHold {
 public:
  // throws core::InputError when a figure makes no sense
  explicit ForceHold(const ForceHoldParams& params);

  // one tick: what came since the last one, in any frame; the force to apply, in the same frame
  spatial::Wrench update(const std::optional<spatial::Wrench>& came) noexcept;
  // as if nothing had ever come, but for the counts
  void reset() noexcept;

  // share of the force that is let through, 0 to 1
  double share() const noexcept;
  // nothing has come for longer than the limit, or ever
  bool silent() const noexcept { return silence_ > limit_; }
  const ForceHoldCounts& counts() const noexcept { return counts_; }

 private:
  bool sound(const spatial::Wrench& wrench) const noexcept;

  ForceHoldParams params_;
  // in ticks, so that the end of a ramp is exact
  std::int64_t limit_, ramp_out_, ramp_in_;
  std::int64_t silence_;       // ticks since the last force, counted to just beyond the limit
  std::int64_t progress_ = 0;  // of ramp_in_ · ramp_out_
  spatial::Wrench last_;
  ForceHoldCounts counts_;
};

}  // namespace tether::assist
