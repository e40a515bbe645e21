// Figures against what the document prints, and against a computation of their own: sums by hand,
// Student's density by Simpson's rule, Wilcoxon's test by trying every sign.
#include "tether/reproduction/assisted/cat_statistics.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/report/rounded.hpp"
#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

using Values = std::vector<double>;

// tables 5.1 and 5.2, typed once more
const Values kTotalWithout{59, 80.4, 45.5, 63.1, 42.8, 40.9, 125.8, 200.8, 54.6, 160.9};
const Values kTotalWith{79.3, 54.2, 63.9, 56.7, 46.1, 55, 75.3, 95.4, 45.4, 118.2};
const Values kSearchWithout{6.9, 32.9, 7.3, 22.2, 10.7, 9.6, 38.7, 109.8, 15.4, 80.1};
const Values kSearchWith{14.2, 22.5, 9.3, 12.8, 13.2, 5.7, 0.7, 32.8, 10.6, 40.1};
const Values kLoadFirst{15.3, 49.3, 20.3, 38.7, 21.7, 35.7, 17.7, 42.3, 42.7, 55.7};
const Values kLoadSecond{20, 66, 45, 43.7, 29.7, 28, 44.3, 54.7, 73, 64};

double mean(const Values& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double variance(const Values& x) {
  double sum = 0;
  for (const double v : x) sum += (v - mean(x)) * (v - mean(x));
  return sum / static_cast<double>(x.size() - 1);
}

Values minus(const Values& a, const Values& b) {
  Values d;
  for (std::size_t i = 0; i < a.size(); ++i) d.push_back(a[i] - b[i]);
  return d;
}

// P(|T| > |t|) by Simpson's rule
double simpson_p(double t, double freedom) {
  const double c = std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) /
                   std::sqrt(freedom * std::numbers::pi);
  constexpr int kSteps = 20'000;
  const double h = std::abs(t) / kSteps;
  double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double weight = i == 0 || i == kSteps ? 1 : (i % 2 == 0 ? 2 : 4);
    sum += weight * c * std::pow(1 + std::pow(i * h, 2) / freedom, -(freedom + 1) / 2);
  }
  return 1 - 2 * sum * h / 3;
}

double paired_p(const Values& differences) {
  const auto n = static_cast<double>(differences.size());
  return simpson_p(mean(differences) / std::sqrt(variance(differences) / n), n - 1);
}

// every sign tried
double wilcoxon_by_hand(Values d) {
  std::erase_if(d, [](double x) { return std::abs(x) < 1e-9; });
  const auto n = d.size();
  Values ranks;
  for (const double x : d) {
    double rank = 0.5;
    for (const double y : d) {
      if (std::abs(std::abs(y) - std::abs(x)) < 1e-9) {
        rank += 0.5;
      } else if (std::abs(y) < std::abs(x)) {
        rank += 1;
      }
    }
    ranks.push_back(rank);
  }
  const double middle = static_cast<double>(n * (n + 1)) / 4;
  double seen = 0;
  for (std::size_t i = 0; i < n; ++i) seen += d[i] > 0 ? ranks[i] : 0;
  int extreme = 0;
  for (unsigned signs = 0; signs < 1U << n; ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += (signs >> i & 1U) != 0 ? ranks[i] : 0;
    extreme += std::abs(sum - middle) >= std::abs(seen - middle) - 1e-9 ? 1 : 0;
  }
  return extreme / std::pow(2, n);
}

TEST(CatStatistics, GivesTheTimesAsPrinted) {
  const auto s = cat_statistics();
  ASSERT_EQ(s.times.size(), 4U);
  const auto &search = s.times[1], &total = s.times[3];
  EXPECT_NEAR(report::rounded(100 * total.comparison.change(), 0.1), -21.1, 1e-9);
  EXPECT_NEAR(report::rounded(total.p, 0.01), 0.17, 1e-9);
  EXPECT_NEAR(report::rounded(100 * search.comparison.change(), 0.1), -51.5, 1e-9);
  EXPECT_NEAR(report::rounded(search.p, 0.01), 0.07, 1e-9);
  for (const auto* f : {&search, &total}) {
    ASSERT_TRUE(f->printed);
    EXPECT_NEAR(f->printed->change, f->comparison.change(), 0.0005);
    EXPECT_NEAR(f->printed->p, f->p, 0.005);
  }
}

TEST(CatStatistics, AgreesWithAComputationOfItsOwn) {
  const auto s = cat_statistics();
  const struct {
    const PairedFigures& figures;
    const Values &without, &with;
  } cases[] = {{s.times[3], kTotalWithout, kTotalWith},
               {s.times[1], kSearchWithout, kSearchWith},
               {s.load, kLoadSecond, kLoadFirst}};
  for (const auto& [f, without, with] : cases) {
    const Values d = minus(with, without);
    EXPECT_EQ(f.without, without) << f.name;
    EXPECT_EQ(f.with, with) << f.name;
    EXPECT_NEAR(f.comparison.difference.value, mean(d), 1e-12);
    EXPECT_NEAR(f.p, paired_p(d), 1e-10);
    EXPECT_NEAR(f.effect, mean(d) / std::sqrt(variance(d)), 1e-12);
    EXPECT_NEAR(f.rank.two_sided_p, wilcoxon_by_hand(d), 1e-12);
    // a t that far out has the significance of the interval
    const double t = f.half_width / std::sqrt(variance(d) / 10);
    EXPECT_NEAR(simpson_p(t, 9), study::kSignificance, 1e-10);
  }
}

TEST(CatStatistics, FindsTheHeadingsOfTheLoadExchanged) {
  const auto s = cat_statistics();
  EXPECT_NEAR(report::rounded(100 * s.load.comparison.change(), 0.1), -27.5, 1e-9);
  EXPECT_EQ(s.load.worse, std::vector<std::string>{"6"});
  // under the headings as printed
  EXPECT_NEAR(s.load_change_as_headed, mean(kLoadSecond) / mean(kLoadFirst) - 1, 1e-12);
  EXPECT_GT(s.load_change_as_headed, 0.37);
  EXPECT_EQ(s.lower_as_headed, 1U);
}

TEST(CatStatistics, FindsThePrintedTestOfTheLoadUnpaired) {
  const auto s = cat_statistics();
  const double va = variance(kLoadFirst) / 10, vb = variance(kLoadSecond) / 10;
  const double t = (mean(kLoadFirst) - mean(kLoadSecond)) / std::sqrt(va + vb);
  EXPECT_NEAR(s.load_p_student, simpson_p(t, 18), 1e-10);
  EXPECT_NEAR(s.load_p_welch, simpson_p(t, 9 * (va + vb) * (va + vb) / (va * va + vb * vb)), 1e-10);
  // both round to the printed digits
  EXPECT_NEAR(report::rounded(s.load_p_student, 0.001), 0.089, 1e-9);
  EXPECT_NEAR(report::rounded(s.load_p_welch, 0.001), 0.089, 1e-9);
  EXPECT_NEAR(report::rounded(s.load.p, 0.001), 0.007, 1e-9);
  EXPECT_NEAR(s.load.rank.two_sided_p, 10 / 1024.0, 1e-12);
}

TEST(CatStatistics, FindsEveryRowOfTimesAddedUpAndFourOperatorsSlower) {
  const auto s = cat_statistics();
  EXPECT_EQ(s.sums, 20U);
  EXPECT_TRUE(s.wrong_sums.empty());
  EXPECT_EQ(s.times[3].worse, (std::vector<std::string>{"1", "3", "5", "6"}));
}

constexpr const char* kHeader =
    "operator,approach_without,approach_with,search_without,search_with,insertion_without,"
    "insertion_with,total_without,total_with\n";

TEST(CatStatistics, ReportsARowThatDoesNotAddUp) {
  const auto times = core::CsvTable::parse(
      std::string(kHeader) + "a,1,2,3,4,5,6,9,12\nb,1,2,3,4,5,7,9.1,13\n", "t.csv");
  const auto load = core::CsvTable::parse(
      "operator,first_column_as_printed,second_column_as_printed\na,1,2\nb,3,5\n", "l.csv");
  const auto s = cat_statistics(times, load);
  ASSERT_EQ(s.wrong_sums.size(), 1U);
  EXPECT_EQ(s.wrong_sums[0].person, "b");
  EXPECT_FALSE(s.wrong_sums[0].assisted);
  EXPECT_NE(to_table(s).find("operator b without assistance: the phases make 9.0 s, the printed"),
            std::string::npos)
      << to_table(s);
}

TEST(CatStatistics, RefusesTablesOfDifferentOperators) {
  const auto times = core::CsvTable::parse(
      std::string(kHeader) + "a,1,2,3,4,5,6,9,12\nb,1,2,3,4,5,7,9,13\n", "t.csv");
  const auto load = core::CsvTable::parse(
      "operator,first_column_as_printed,second_column_as_printed\na,1,2\nc,3,5\n", "l.csv");
  EXPECT_THROW(cat_statistics(times, load), core::InputError);
}

TEST(SignedRank, AgreesWithTryingEverySign) {
  std::mt19937_64 engine(1);
  for (int i = 0; i < 500; ++i) {
    Values d(1 + engine() % 10);
    // few values, so that there are ties and zeros
    for (double& x : d) x = 0.1 * static_cast<double>(static_cast<int>(engine() % 13) - 6);
    const auto rank = study::signed_rank(d);
    if (rank.n == 0) {
      EXPECT_EQ(rank.two_sided_p, 1);
    } else {
      ASSERT_NEAR(rank.two_sided_p, wilcoxon_by_hand(d), 1e-12) << i;
    }
    const auto n = static_cast<double>(rank.n);
    ASSERT_DOUBLE_EQ(rank.positive + rank.negative, n * (n + 1) / 2);
  }
}

TEST(SignedRank, RefusesWhatCannotBeRanked) {
  EXPECT_THROW(study::signed_rank(Values{1, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(study::signed_rank(Values(study::kMostRanked + 1, 1.0)), std::invalid_argument);
  // as many as there may be still have a probability
  const auto most = study::signed_rank(Values(study::kMostRanked, 1.0));
  EXPECT_GE(most.two_sided_p, 0);
  EXPECT_LT(most.two_sided_p, 1e-80);
}

}  // namespace
}  // namespace tether::reproduction
