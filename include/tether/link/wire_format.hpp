// One sample as bytes, of one fixed length, little-endian and without gaps:
// the version (u8), then the fields as they are described (signals/sample.hpp).
// A flag is a u8, 0 or 1; a time an i64 [ns], zero where nothing is echoed; a quaternion stands as
// w x y z; a vector has the precision that it is kept in. Reading believes nothing: what is not
// exactly a sample that writing could have made is refused with a reason (sample_check.hpp). A
// sample has one form only: what is read and written again gives the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tether/link/bytes.hpp"
#include "tether/link/sample_check.hpp"

namespace tether::link {

// how many bytes the described fields take
class CountBytes {
 public:
  template <class Value>
  constexpr void operator()(std::string_view, const Value& value, std::string_view = {}) noexcept {
    count(value);
  }
  std::size_t bytes = 0;

 private:
  template <class T>
  constexpr void count(const T&) noexcept {
    bytes += sizeof(T);
  }
  template <class Scalar, int N>
  constexpr void count(const Eigen::Matrix<Scalar, N, 1>&) noexcept {
    bytes += N * sizeof(Scalar);
  }
  template <class Position, class Orientation>
  constexpr void count(const core::PoseFields<Position, Orientation>& pose) noexcept {
    count(pose.position);
    bytes += 4 * sizeof(double);
  }
  template <class Vector>
  constexpr void count(const core::WrenchFields<Vector>& wrench) noexcept {
    count(wrench.force);
    count(wrench.torque);
  }
};

extern const signals::Sample kDescribed;  // only its fields are looked at
inline constexpr std::size_t kSampleBytes = [] {
  CountBytes count;
  count("version", signals::kSampleVersion);
  describe(count, kDescribed);
  return count.bytes;
}();
using SampleBytes = std::array<std::uint8_t, kSampleBytes>;

void encode(const signals::Sample& sample, std::span<std::uint8_t, kSampleBytes> bytes) noexcept;
// false, with the reason, with `sample` to be thrown away, when these bytes are no sample
bool decode(Bytes bytes, signals::Sample& sample, SampleError& error) noexcept;

}  // namespace tether::link
