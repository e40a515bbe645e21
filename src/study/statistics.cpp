#include "tether/study/statistics.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

namespace tether::study {
namespace {

using StudentsT = boost::math::students_t;

// how much worse the new condition is [unit of the measurements]
double worsening(const Difference& difference, Better better) {
  return better == Better::lower ? difference.value : -difference.value;
}

// d / SE with its limits
double ratio(double d, double standard_error) noexcept {
  if (standard_error > 0) return d / standard_error;
  return d == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), d);
}

void require_two(const Moments& reference, const Moments& fresh) {
  if (reference.n < 2 || fresh.n < 2) {
    throw std::invalid_argument("a t-test of fewer than two values");
  }
}

}  // namespace

Moments moments(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("the mean of no values");
  const auto n = static_cast<double>(values.size());
  // sums of distances from the first value: what does not vary has a deviation of exactly zero
  double sum = 0;
  for (const double x : values) sum += x - values.front();
  const double mean = values.front() + sum / n;
  double squares = 0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return {values.size(), mean, values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0};
}

Difference paired_difference(std::span<const double> reference, std::span<const double> fresh) {
  if (reference.size() != fresh.size()) throw std::invalid_argument("pairs that are incomplete");
  std::vector<double> differences(fresh.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) differences[i] = fresh[i] - reference[i];
  return paired_difference(moments(differences));
}

Difference paired_difference(const Moments& differences) {
  if (differences.n < 2) throw std::invalid_argument("a t-test of fewer than two pairs");
  const auto n = static_cast<double>(differences.n);
  return {differences.mean, differences.deviation / std::sqrt(n), n - 1};
}

Difference unpaired_difference(const Moments& reference, const Moments& fresh) {
  require_two(reference, fresh);
  const auto n_r = static_cast<double>(reference.n), n_n = static_cast<double>(fresh.n);
  const double se_r = reference.deviation / std::sqrt(n_r);
  const double se_n = fresh.deviation / std::sqrt(n_n);
  const double standard_error = std::hypot(se_r, se_n);
  Difference difference{fresh.mean - reference.mean, standard_error, n_r + n_n - 2};
  if (standard_error > 0) {
    // shares of the squared error; their powers cannot overflow
    const double share_r = std::pow(se_r / standard_error, 2);
    const double share_n = std::pow(se_n / standard_error, 2);
    difference.degrees_of_freedom =
        1 / (share_r * share_r / (n_r - 1) + share_n * share_n / (n_n - 1));
  }
  return difference;
}

Difference pooled_difference(const Moments& reference, const Moments& fresh) {
  require_two(reference, fresh);
  const auto n_r = static_cast<double>(reference.n), n_n = static_cast<double>(fresh.n);
  const double freedom = n_r + n_n - 2;
  const double deviation = std::hypot(std::sqrt((n_r - 1) / freedom) * reference.deviation,
                                      std::sqrt((n_n - 1) / freedom) * fresh.deviation);
  return {fresh.mean - reference.mean, deviation * std::sqrt(1 / n_r + 1 / n_n), freedom};
}

double t_statistic(const Difference& difference) noexcept {
  return ratio(difference.value, difference.standard_error);
}

double two_sided_p(const Difference& difference) {
  const double t = std::abs(t_statistic(difference));
  if (t == 0) return 1;
  if (std::isinf(t)) return 0;
  return 2 * cdf(complement(StudentsT(difference.degrees_of_freedom), t));
}

double confidence_half_width(const Difference& difference, double significance) {
  const StudentsT distribution(difference.degrees_of_freedom);
  return quantile(complement(distribution, significance / 2)) * difference.standard_error;
}

double non_inferiority_p(const Difference& difference, double margin, Better better) {
  const double excess = worsening(difference, better) - margin;
  const double t = ratio(excess, difference.standard_error);
  // H0 counts equality as inferior
  if (difference.standard_error == 0 && excess == 0) return 1;
  if (std::isinf(t)) return t < 0 ? 0 : 1;
  return cdf(StudentsT(difference.degrees_of_freedom), t);
}

double smallest_margin(const Difference& difference, Better better, double significance) {
  const double t = quantile(complement(StudentsT(difference.degrees_of_freedom), significance));
  return worsening(difference, better) + t * difference.standard_error;
}

}  // namespace tether::study
