// Student's t-tests for the outcome of a study: is a new condition different from a reference, and
// is it no worse than the reference by more than a margin?
//
//   t = d / SE        d = mean(new) − mean(reference), in the unit of the measurements
//   paired            SE = s_d / √n, s_d of the n differences within a subject;  ν = n − 1
//   unpaired          SE² = s_r²/n_r + s_n²/n_n;  ν = SE⁴ / Σ (s_i²/n_i)² / (n_i − 1)
//   two-sided         p = 2 P(T_ν > |t|)                       H0: the means are equal
//   non-inferiority   p = P(T_ν < (d − δ) / SE)                H0: d ≥ δ, where lower is better
//   smallest margin   δ* = d + t_{1−α,ν} SE, at which p = α; d changes sign where higher is better
//
// Student, Biometrika 6(1), 1908; Welch, Biometrika 34(1/2), 1947; non-inferiority as in Streiner,
// Canadian Journal of Psychiatry 48(11), 2003.
//
// Where nothing scatters (SE = 0) the tests take their limits: p is 0 or 1 and δ* = d.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tether::study {

// what the level of significance is unless one says otherwise
inline constexpr double kSignificance = 0.05;

struct Moments {
  std::size_t n = 0;
  double mean = 0;
  double deviation = 0;  // of the sample, with n − 1 in the denominator; 0 for n = 1
};

// mean and deviation of at least one value; std::invalid_argument for none
Moments moments(std::span<const double> values);

// how far the mean of the new condition lies above that of the reference, and how surely
struct Difference {
  double value = 0;               // d
  double standard_error = 0;      // SE
  double degrees_of_freedom = 0;  // ν
};

// The i-th values belong to the same subject. std::invalid_argument unless both have the same
// size, of at least two.
Difference paired_difference(std::span<const double> reference, std::span<const double> fresh);

// the same from the moments of the differences new − reference
Difference paired_difference(const Moments& differences);

// The values belong to different subjects; the deviations may differ (Welch).
// std::invalid_argument unless both have at least two values.
Difference unpaired_difference(const Moments& reference, const Moments& fresh);

// The same with one deviation for both groups (Student): SE² = s²(1/n_r + 1/n_n), where s² is the
// mean of the variances weighted with n_i − 1; ν = n_r + n_n − 2.
Difference pooled_difference(const Moments& reference, const Moments& fresh);

double t_statistic(const Difference& difference) noexcept;

// the difference within d ± this, at a confidence of 1 − significance: t_{1−α/2,ν} SE
double confidence_half_width(const Difference& difference, double significance = kSignificance);

// probability of a |t| at least as large, were the means equal
double two_sided_p(const Difference& difference);

enum class Better : std::uint8_t { lower, higher };

// probability of a difference at least this favourable, were the new condition worse than the
// reference by the margin δ
double non_inferiority_p(const Difference& difference, double margin, Better better);

// δ*, the smallest margin with which the new condition is not inferior at this significance;
// negative where it is significantly better
double smallest_margin(const Difference& difference, Better better,
                       double significance = kSignificance);

}  // namespace tether::study
