#include "tether/report/plots/delay_histogram.hpp"

#include <algorithm>

namespace tether::report {

DelayHistogram::DelayHistogram(core::Duration resolution) noexcept : width_(resolution) {}

void DelayHistogram::add(core::Duration delay) noexcept {
  delay = std::max(delay, core::Duration(0));
  while (delay / width_ >= static_cast<core::Duration::rep>(kBins)) join_bins();
  ++bins_[static_cast<std::size_t>(delay / width_)];
  ++count_;
}

void DelayHistogram::join_bins() noexcept {
  for (std::size_t i = 0; i < kBins / 2; ++i) bins_[i] = bins_[2 * i] + bins_[2 * i + 1];
  std::fill(bins_.begin() + kBins / 2, bins_.end(), 0);
  width_ *= 2;
}

DelayHistogram::Bars DelayHistogram::side_by_side(const DelayHistogram& first,
                                                  const DelayHistogram& second,
                                                  std::size_t max_bars) {
  DelayHistogram a = first, b = second;
  Bars bars;
  if (a.count_ + b.count_ == 0) return bars;

  // as fine as both can show
  const auto taken = [&](std::size_t i) { return a.bins_[i] + b.bins_[i] > 0; };
  std::size_t low = 0, high = 0;
  for (;;) {
    if (a.width_ < b.width_) {
      a.join_bins();
    } else if (b.width_ < a.width_) {
      b.join_bins();
    } else {
      for (low = 0; !taken(low);) ++low;
      for (high = kBins - 1; !taken(high);) --high;
      if (high - low < std::max<std::size_t>(max_bars, 1)) break;
      a.join_bins();
      b.join_bins();
    }
  }

  bars.width = a.width_;
  const auto add = [&](std::size_t i, std::uint64_t of_a, std::uint64_t of_b) {
    bars.from.push_back(a.width_ * static_cast<core::Duration::rep>(i));
    bars.first.push_back(of_a);
    bars.second.push_back(of_b);
  };
  if (low > 0) add(low - 1, 0, 0);
  for (std::size_t i = low; i <= high; ++i) add(i, a.bins_[i], b.bins_[i]);
  add(high + 1, 0, 0);
  return bars;
}

}  // namespace tether::report
