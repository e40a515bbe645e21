#include "tether/runtime/loops/series.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tether::runtime {
namespace {

using Distance = core::Duration::rep;  // [ns]

constexpr std::uint64_t kExact = std::uint64_t{2} << Series::kSubBits;  // bins of 1 ns
constexpr std::uint64_t kLargest = (std::uint64_t{1} << Series::kTopBits) - 1;

// number of the bin on one side, counted from no distance
std::size_t bin_of(std::uint64_t distance) noexcept {
  if (distance < kExact) return distance;
  const auto shift = static_cast<std::size_t>(std::bit_width(distance)) - Series::kSubBits - 1;
  return (shift << Series::kSubBits) + (distance >> shift);
}

// least distance in a bin of one side
std::uint64_t lower_edge(std::size_t bin) noexcept {
  if (bin < kExact) return bin;
  const std::size_t shift = (bin >> Series::kSubBits) - 1;
  return (bin - (shift << Series::kSubBits)) << shift;
}

}  // namespace

void Series::add(core::Duration sample) noexcept {
  const Distance distance = (sample - nominal_).count();
  ++count_;
  const auto d = static_cast<double>(distance);
  const double before = d - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (d - mean_);
  min_ = std::min(min_, sample);
  max_ = std::max(max_, sample);

  const std::uint64_t size = std::min<std::uint64_t>(
      static_cast<std::uint64_t>(distance < 0 ? -distance : distance), kLargest);
  const std::size_t bin = bin_of(size);
  std::uint32_t& count = bins_[distance < 0 ? kHalf - 1 - bin : kHalf - 1 + bin];
  // full after seven weeks at 1 kHz; then the shape stays as it was
  if (count != std::numeric_limits<std::uint32_t>::max()) ++count;
}

Moments Series::moments() const noexcept {
  if (count_ == 0) return {};
  constexpr double kNano = 1e-9;
  return {.count = count_,
          .mean = core::seconds(nominal_) + kNano * mean_,
          .sigma = count_ < 2 ? 0 : kNano * std::sqrt(squares_ / static_cast<double>(count_ - 1)),
          .min = min_,
          .max = max_};
}

Series::Bin Series::bin(std::size_t index) const noexcept {
  const bool below = index < kHalf - 1;
  const std::size_t side = below ? kHalf - 1 - index : index - (kHalf - 1);
  const auto near = static_cast<Distance>(lower_edge(side));
  const auto far = static_cast<Distance>(lower_edge(side + 1)) - 1;
  return {.from = nominal_ + core::Duration(below ? -far : near),
          .to = nominal_ + core::Duration(below ? -near : far),
          .count = bins_[index]};
}

core::Duration Series::percentile(double share) const noexcept {
  if (count_ == 0) return core::Duration(0);
  const double rank = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(count_));
  const auto wanted = static_cast<std::uint64_t>(std::max(rank, 1.0));
  std::uint64_t seen = 0;
  for (std::size_t index = 0; index < kBins; ++index) {
    seen += bins_[index];
    if (seen < wanted) continue;
    const Bin found = bin(index);
    return std::clamp(found.from + (found.to - found.from) / 2, min_, max_);
  }
  return max_;
}

}  // namespace tether::runtime
