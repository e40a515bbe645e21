// Wilcoxon's signed-rank test: do paired values differ, whatever their distribution is?
//
//   differences of zero are left out; the others are ranked by their size, equal sizes share the
//   mean of their ranks;  W± = Σ ranks of the positive (negative) differences
//   p = P(|W − n(n+1)/4| at least as large), were every sign a fair coin
//
// The probability is exact, ties included, counted over all 2ⁿ signs.
// F. Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1(6), 1945.
#pragma once

#include <cstddef>
#include <span>

namespace tether::study {

// the time for the exact distribution grows with the cube of n
inline constexpr std::size_t kMostRanked = 300;

struct SignedRank {
  std::size_t n = 0;       // differences that are not zero
  double positive = 0;     // W+
  double negative = 0;     // W−
  double two_sided_p = 1;  // 1 when nothing differs
};

// Sizes that differ by less than 1e-9 of the largest are equal: 0.3 − 0.2 is no larger than 0.2 −
// 0.1. std::invalid_argument for numbers that are not finite or more than kMostRanked of them.
SignedRank signed_rank(std::span<const double> differences);

}  // namespace tether::study
