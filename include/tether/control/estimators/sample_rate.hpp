// How often something comes that has a time of its own: one over the mean interval, which follows
// every new interval by an eighth,
//   Δ ← Δ + (t(k) − t(k−1) − Δ) / min(k, 8),      rate = 1 / Δ                            [Hz]
#pragma once

#include <algorithm>

#include "tether/core/time.hpp"

namespace tether::control {

class SampleRate {
 public:
  // the time of one more; one that is not later than the last does not count
  void add(core::Time at) noexcept {
    if (seen_ && at <= last_) return;
    if (seen_) {
      count_ = std::min(count_ + 1, kMemory);
      interval_ += (core::seconds(at - last_) - interval_) / count_;
    }
    seen_ = true;
    last_ = at;
  }
  // zero before two have come
  double rate() const noexcept { return interval_ > 0 ? 1 / interval_ : 0; }

 private:
  static constexpr double kMemory = 8;  // intervals

  bool seen_ = false;
  core::Time last_;
  double interval_ = 0;  // Δ [s]
  double count_ = 0;     // of intervals, up to kMemory
};

}  // namespace tether::control
