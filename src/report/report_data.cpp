#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "tether/report/report.hpp"

namespace tether::report {
namespace {

constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

// Two extremes in order of occurrence, and the next value: (1, 5) and then 0 gives (5, 0).
void widen(float& first, float& second, float value) noexcept {
  if (!std::isfinite(value)) return;
  if (std::isnan(first)) {
    first = second = value;
    return;
  }
  const auto [low, high] = std::minmax({first, second});
  if (value >= low && value <= high) return;
  first = value < low ? high : low;
  second = value;
}

}  // namespace

Decimator::Decimator(std::size_t signals, std::size_t max_points)
    // whole pairs of bins
    : max_points_(std::max<std::size_t>(max_points / 4, 1) * 4), signals_(signals) {
  time_s_.reserve(max_points_);
  for (auto& signal : signals_) signal.reserve(max_points_);
}

void Decimator::add(double time_s, std::span<const float> values) noexcept {
  assert(values.size() == signals_.size());
  if (in_bin_ == bin_size_) start_bin();

  const auto now = static_cast<float>(time_s);
  const std::size_t last = time_s_.size() - 1;
  if (in_bin_ == 0) time_s_[last - 1] = now;
  // in an unfinished bin the latest time stands for the middle
  if (in_bin_ <= bin_size_ / 2) time_s_[last] = now;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    widen(signals_[i][last - 1], signals_[i][last], values[i]);
  }
  ++in_bin_;
}

void Decimator::start_bin() noexcept {
  if (time_s_.size() == max_points_) join_bins();
  time_s_.insert(time_s_.end(), 2, 0.0F);
  for (auto& signal : signals_) signal.insert(signal.end(), 2, kNoValue);
  in_bin_ = 0;
}

void Decimator::join_bins() noexcept {
  const std::size_t half = time_s_.size() / 2;
  for (std::size_t to = 0; to < half; to += 2) {
    const std::size_t from = 2 * to;
    // the second bin starts in the middle of the joint one
    time_s_[to] = time_s_[from];
    time_s_[to + 1] = time_s_[from + 2];
    for (auto& signal : signals_) {
      float first = signal[from];
      float second = signal[from + 1];
      widen(first, second, signal[from + 2]);
      widen(first, second, signal[from + 3]);
      signal[to] = first;
      signal[to + 1] = second;
    }
  }
  time_s_.resize(half);
  for (auto& signal : signals_) signal.resize(half);
  bin_size_ *= 2;
}

std::vector<float> Decimator::kept(const std::vector<float>& points) const {
  // a bin of one sample has one point, not the same one twice
  const std::ptrdiff_t doubled = in_bin_ == 1 ? 1 : 0;
  return {points.begin(), points.end() - doubled};
}

}  // namespace tether::report
