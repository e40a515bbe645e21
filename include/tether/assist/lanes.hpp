// Eight numbers that are worked on at once, with the vector extensions of gcc and clang: one
// instruction where the machine has AVX, two where it has SSE. They go by reference, since how
// they are handed over by value depends on the machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace tether::assist {

inline constexpr int kLanes = 8;
using Lanes = float __attribute__((vector_size(32)));
using LaneMask = std::int32_t __attribute__((vector_size(32)));  // 0 or -1

// bit i is set where lane i is true
inline unsigned bits(const LaneMask& mask) noexcept {
#if defined(__AVX__)
  return static_cast<unsigned>(__builtin_ia32_movmskps256(reinterpret_cast<const Lanes&>(mask)));
#elif defined(__SSE2__)
  using Half = float __attribute__((vector_size(16)));
  const Half* half = reinterpret_cast<const Half*>(&mask);
  return static_cast<unsigned>(__builtin_ia32_movmskps(half[0])) |
         static_cast<unsigned>(__builtin_ia32_movmskps(half[1])) << 4U;
#else
  unsigned all = 0;
  for (int i = 0; i < kLanes; ++i) all |= (mask[i] != 0 ? 1U : 0U) << static_cast<unsigned>(i);
  return all;
#endif
}

// the nearest float that is not larger, and not smaller
inline float rounded_down(double x) noexcept {
  const auto nearest = static_cast<float>(x);
  return static_cast<double>(nearest) > x
             ? std::nextafter(nearest, -std::numeric_limits<float>::infinity())
             : nearest;
}
inline float rounded_up(double x) noexcept { return -rounded_down(-x); }

}  // namespace tether::assist
