// How often each delay occurred, in fixed memory. Bins have the width of a tick at first, finer
// than which no delay can be measured; when a delay lies beyond the last bin, bins are joined in
// pairs, so that the greatest delay need not be known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tether/core/time.hpp"

namespace tether::report {

class DelayHistogram {
 public:
  // resolution > 0: delays are multiples of it
  explicit DelayHistogram(core::Duration resolution) noexcept;

  // Negative delays, which clocks that differ may show, count as none.
  void add(core::Duration delay) noexcept;

  std::uint64_t count() const noexcept { return count_; }

  // two histograms over one axis: a bar holds delays from `from` to less than `from` + `width`
  struct Bars {
    core::Duration width{0};
    std::vector<core::Duration> from;
    std::vector<std::uint64_t> first, second;
  };
  // Bars that hold all delays of both, at most max_bars, and an empty one at either end. Both must
  // have been made with the same resolution.
  static Bars side_by_side(const DelayHistogram& first, const DelayHistogram& second,
                           std::size_t max_bars);

 private:
  static constexpr std::size_t kBins = 1024;

  void join_bins() noexcept;

  core::Duration width_;
  std::array<std::uint64_t, kBins> bins_{};
  std::uint64_t count_ = 0;
};

}  // namespace tether::report
