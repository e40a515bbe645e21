#include "apps/tether/studies/stats_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "tether/report/text_table.hpp"

namespace tether::apps {
namespace {

using study::Comparison;

// digits after the point with which a figure of this size shows three that count
int decimals(double size) {
  if (!(size > 0)) return 0;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
}

// one figure of a row whose figures are about as large as `size`
std::string figure(double value, double size) {
  const bool readable = size == 0 || (size >= 1e-4 && std::abs(value) < 1e7);
  return readable ? fmt::format("{:.{}f}", value, decimals(size)) : fmt::format("{:.3g}", value);
}

// what the spread of a comparison's values shows to be worth printing
double scale(const Comparison& c) {
  const double spread = std::max(c.reference_moments.deviation, c.fresh_moments.deviation);
  return spread > 0 ? spread : std::abs(c.reference_moments.mean);
}

std::string with_deviation(const study::Moments& m, double size) {
  return fmt::format("{} ± {}", figure(m.mean, size), figure(m.deviation, size));
}

std::string percent(double share) {
  return std::isfinite(share) ? fmt::format("{:+.1f} %", 100 * share) : "-";
}

std::string probability(double p) {
  return p < 0.001 ? std::string("< 0.001") : fmt::format("{:.3f}", p);
}

std::string count(const Comparison& c) {
  if (c.reference_moments.n == c.fresh_moments.n) return fmt::format("{}", c.fresh_moments.n);
  return fmt::format("{}, {}", c.reference_moments.n, c.fresh_moments.n);
}

using Row = std::vector<std::string>;

bool paired(std::span<const Comparison> comparisons) {
  return comparisons.front().pairing == study::Pairing::paired;
}

}  // namespace

void print_conditions(std::span<const study::Condition> conditions) {
  std::vector<Row> rows{{"column", "n", "mean", "σ"}};
  for (const study::Condition& condition : conditions) {
    const auto m = study::moments(condition.present());
    const double size = m.deviation > 0 ? m.deviation : std::abs(m.mean);
    rows.push_back({core::excerpt(condition.name), fmt::format("{}", m.n), figure(m.mean, size),
                    m.n > 1 ? figure(m.deviation, size) : "-"});
  }
  fmt::print("\n");
  fmt::print("{}", report::aligned(rows, 1, false));
  fmt::print("\nσ is that of a sample (n - 1).\n");
}

void print_tests(std::span<const Comparison> comparisons) {
  fmt::print("\n{}\n\n", paired(comparisons)
                             ? "Paired t-test, two-sided: do the means differ?"
                             : "Unpaired t-test (Welch), two-sided: do the means differ?");
  std::vector<Row> rows{{"reference", "new", "n", "reference ± σ", "new ± σ", "difference",
                         "change", "t", "dof", "p"}};
  for (const Comparison& c : comparisons) {
    const double size = scale(c);
    rows.push_back(
        {core::excerpt(c.reference), core::excerpt(c.fresh), count(c),
         with_deviation(c.reference_moments, size), with_deviation(c.fresh_moments, size),
         figure(c.difference.value, size), percent(c.change()),
         fmt::format("{:.2f}", study::t_statistic(c.difference)),
         fmt::format("{:.{}f}", c.difference.degrees_of_freedom, paired(comparisons) ? 0 : 1),
         probability(study::two_sided_p(c.difference))});
  }
  fmt::print("{}", report::aligned(rows, 2, false));
  fmt::print(
      "\ndifference = mean of new - mean of reference; change = difference / mean of reference\n");
}

void print_margins(std::span<const Comparison> comparisons, const study::NonInferiority& test) {
  const bool lower = test.better == study::Better::lower;
  fmt::print(
      "\nNon-inferiority, {} t-test, one-sided, {} is better: is new worse by less than δ?\n\n",
      paired(comparisons) ? "paired" : "unpaired (Welch)", lower ? "lower" : "higher");
  std::vector<Row> rows{{"reference", "new", "n", "reference ± σ", "new ± σ", "difference", "dof",
                         "smallest δ", "of reference"}};
  if (test.margin) rows.front().push_back(fmt::format("p at δ = {:g}", *test.margin));
  for (const Comparison& c : comparisons) {
    const double size = scale(c);
    const double smallest = study::smallest_margin(c.difference, test.better);
    const double mean = std::abs(c.reference_moments.mean);
    rows.push_back(
        {core::excerpt(c.reference), core::excerpt(c.fresh), count(c),
         with_deviation(c.reference_moments, size), with_deviation(c.fresh_moments, size),
         figure(c.difference.value, size),
         fmt::format("{:.{}f}", c.difference.degrees_of_freedom, paired(comparisons) ? 0 : 1),
         figure(smallest, size), percent(mean > 0 ? smallest / mean : std::nan(""))});
    if (test.margin) {
      rows.back().push_back(
          probability(study::non_inferiority_p(c.difference, *test.margin, test.better)));
    }
  }
  fmt::print("{}", report::aligned(rows, 2, false));
  fmt::print(
      "\nsmallest δ has p = {:g}; with any greater margin, new is significantly not inferior\n",
      study::kSignificance);
}

}  // namespace tether::apps
