// The soft minimum of positive depths, φ = (Σ d_i^−p)^(−1/p) with p = 8 (soft_depth.hpp).
#pragma once

#include <cmath>

namespace tether::assist {

inline constexpr double kSoftness = 8;  // p

inline double eighth_power(double x) noexcept {
  const double square = x * x;
  const double fourth = square * square;
  return fourth * fourth;
}

// φ from the sum of (d_min/d_i)^p
inline double soft_minimum(double least, double sum) noexcept {
  return least / std::sqrt(std::sqrt(std::sqrt(sum)));
}

// ∂φ/∂d
inline double soft_weight(double soft, double depth) noexcept {
  const double ratio = soft / depth;
  return eighth_power(ratio) * ratio;
}

}  // namespace tether::assist
