#include "tether/study/signed_rank.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace tether::study {
namespace {

constexpr double kEqual = 1e-9;

// twice the rank of each, which is a whole number even where ranks are shared
std::vector<std::size_t> doubled_ranks(const std::vector<double>& by_size, double resolution) {
  std::vector<std::size_t> ranks(by_size.size());
  for (std::size_t first = 0; first < by_size.size();) {
    std::size_t end = first + 1;
    while (end < by_size.size() &&
           std::abs(by_size[end]) - std::abs(by_size[end - 1]) <= resolution) {
      ++end;
    }
    // ranks first + 1 to end
    for (std::size_t i = first; i < end; ++i) ranks[i] = first + 1 + end;
    first = end;
  }
  return ranks;
}

// probability of every sum of ranks with fair signs
std::vector<double> distribution(const std::vector<std::size_t>& ranks, std::size_t total) {
  std::vector<double> probability(total + 1, 0);
  probability[0] = 1;
  std::size_t reached = 0;
  for (const std::size_t rank : ranks) {
    reached += rank;
    for (std::size_t sum = reached + 1; sum-- > 0;) {
      probability[sum] = 0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0));
    }
  }
  return probability;
}

}  // namespace

SignedRank signed_rank(std::span<const double> differences) {
  if (differences.size() > kMostRanked) throw std::invalid_argument("too many values to rank");
  double largest = 0;
  for (const double d : differences) {
    if (!std::isfinite(d)) throw std::invalid_argument("a difference that is not finite");
    largest = std::max(largest, std::abs(d));
  }
  const double resolution = kEqual * largest;
  std::vector<double> by_size;
  for (const double d : differences) {
    if (std::abs(d) > resolution) by_size.push_back(d);
  }
  std::sort(by_size.begin(), by_size.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });

  SignedRank result{.n = by_size.size()};
  if (by_size.empty()) return result;
  const auto ranks = doubled_ranks(by_size, resolution);
  std::size_t positive = 0, total = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    total += ranks[i];
    if (by_size[i] > 0) positive += ranks[i];
  }
  result.positive = static_cast<double>(positive) / 2;
  result.negative = static_cast<double>(total - positive) / 2;
  // by symmetry: both tails as far out as the smaller sum
  const std::size_t tail = std::min(positive, total - positive);
  const auto probability = distribution(ranks, total);
  double p = 0;
  for (std::size_t sum = 0; sum <= tail; ++sum) p += 2 * probability[sum];
  result.two_sided_p = std::min(p, 1.0);
  return result;
}

}  // namespace tether::study
