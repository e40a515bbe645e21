// The distribution of a duration that is measured again and again, in fixed memory: count, mean and
// standard deviation by Welford's recurrence (Technometrics 4(3), 1962), extremes, percentiles.
//
// Percentiles come from a histogram of the distance to a nominal value d = x − nominal, on either
// side in bins of 1 ns up to 128 ns and of 1/64 octave beyond, so that a period is resolved as
// finely about its nominal value as a latency about zero:
//   |percentile − exact| ≤ max(0.5 ns, |d| / 128)     while |d| < 2^40 ns, about 18 minutes
// where exact is the least sample that is not below the given share of all samples.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "tether/core/time.hpp"

namespace tether::runtime {

// what a few figures say of a distribution; trivially copyable
struct Moments {
  std::uint64_t count = 0;
  double mean = 0;                // [s]
  double sigma = 0;               // of the samples, with count − 1 [s]; 0 below two of them
  core::Duration min{0}, max{0};  // 0 without samples
};

class Series {
 public:
  // samples near `nominal` are resolved most finely
  explicit Series(core::Duration nominal = core::Duration(0)) noexcept : nominal_(nominal) {}

  void add(core::Duration sample) noexcept;

  Moments moments() const noexcept;
  std::uint64_t count() const noexcept { return count_; }
  // share in [0, 1]; 0 without samples
  core::Duration percentile(double share) const noexcept;

  // The bins in ascending order: samples from `from` to `to`, both included.
  struct Bin {
    core::Duration from, to;
    std::uint64_t count = 0;
  };
  static constexpr std::size_t kSubBits = 6;  // 64 bins to an octave
  static constexpr std::size_t kTopBits = 40;
  static constexpr std::size_t kHalf =
      (std::size_t{2} << kSubBits) + ((kTopBits - kSubBits - 1) << kSubBits);
  static constexpr std::size_t kBins = 2 * kHalf - 1;  // both sides share the bin of no distance
  Bin bin(std::size_t index) const noexcept;

 private:
  core::Duration nominal_;
  std::uint64_t count_ = 0;
  // of the distance to the nominal value [ns], which loses no digits to it
  double mean_ = 0;
  double squares_ = 0;
  core::Duration min_ = core::Duration::max();
  core::Duration max_ = core::Duration::min();
  std::array<std::uint32_t, kBins> bins_{};
};

}  // namespace tether::runtime
