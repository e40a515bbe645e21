// The reference figures marked "mpmath" come from numerical integration of the density of Student's
// t at 30 digits (mpmath 1.3: quad, and findroot for the quantiles), from the same data.
#include "tether/study/statistics.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/report/rounded.hpp"
#include "tether/core/csv.hpp"
#include "tether/study/comparison.hpp"

namespace tether::study {
namespace {

using Values = std::vector<double>;

// two columns of a table under data/
Comparison columns(const char* file, const std::string& reference, const std::string& fresh,
                   Pairing pairing) {
  const auto table = core::CsvTable::load(std::string(TETHER_SOURCE_DIR "/data/") + file);
  return compare(column_condition(table, reference), column_condition(table, fresh), pairing);
}

Comparison with_and_without(const std::string& phase, Pairing pairing) {
  return columns("cat_times.csv", phase + "_without", phase + "_with", pairing);
}

// the headings of the table are exchanged: what is printed first is the load with assistance
Comparison cat_load(Pairing pairing) {
  return columns("cat_tlx.csv", "second_column_as_printed", "first_column_as_printed", pairing);
}

Difference cat_times(const std::string& phase, Pairing pairing) {
  return with_and_without(phase, pairing).difference;
}

TEST(Moments, AreThoseOfASample) {
  const Moments m = moments(Values{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(m.n, 8U);
  EXPECT_DOUBLE_EQ(m.mean, 5);
  EXPECT_DOUBLE_EQ(m.deviation, std::sqrt(32.0 / 7));
}

TEST(Moments, FindNoSpreadInOneValueOrInEqualOnes) {
  EXPECT_EQ(moments(Values{0.1}).deviation, 0);
  const Moments m = moments(Values(10, 0.1));
  EXPECT_EQ(m.mean, 0.1);
  EXPECT_EQ(m.deviation, 0);
  EXPECT_THROW(moments({}), std::invalid_argument);
}

TEST(Moments, KeepTheSpreadOfLargeNumbersThatDifferLittle) {
  EXPECT_DOUBLE_EQ(moments(Values{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}).deviation,
                   std::sqrt(30.0));
}

TEST(PairedTest, AgreesWithNumericalIntegration) {
  struct {
    const char* phase;
    double t, p;
  } const mpmath[] = {{"approach", -0.55502500915345801, 0.59240215647903813},
                      {"search", -2.0484358572744887, 0.070792664637821783},
                      {"insertion", 0.21882859162582862, 0.83166541865909195},
                      {"total", -1.4852152550111075, 0.17164768327310577}};
  for (const auto& expected : mpmath) {
    const Difference d = cat_times(expected.phase, Pairing::paired);
    EXPECT_EQ(d.degrees_of_freedom, 9);
    EXPECT_NEAR(t_statistic(d), expected.t, 1e-12) << expected.phase;
    EXPECT_NEAR(two_sided_p(d), expected.p, 1e-12) << expected.phase;
  }
}

TEST(UnpairedTest, AgreesWithNumericalIntegration) {
  const Difference times = cat_times("search", Pairing::unpaired);
  EXPECT_NEAR(times.degrees_of_freedom, 11.16893104977687, 1e-11);  // mpmath
  EXPECT_NEAR(t_statistic(times), -1.4686427591255028, 1e-12);      // mpmath
  EXPECT_NEAR(two_sided_p(times), 0.16952294539857223, 1e-12);      // mpmath
  const Difference unequal =
      unpaired_difference(moments(Values{1, 2, 3, 4}), moments(Values{2, 4, 4, 7, 9, 11, 15}));
  EXPECT_NEAR(unequal.degrees_of_freedom, 7.4962006433266514, 1e-12);               // mpmath
  EXPECT_NEAR(t_statistic(unequal), 2.6690243110671232, 1e-12);                     // mpmath
  EXPECT_NEAR(two_sided_p(unequal), 0.030102262320239735, 1e-12);                   // mpmath
  EXPECT_NEAR(smallest_margin(unequal, Better::lower), 8.3925369085683659, 1e-11);  // mpmath
}

TEST(TwoSidedP, KeepsItsDigitsFarFromTheMean) {
  const double p = two_sided_p({.value = 40, .standard_error = 1, .degrees_of_freedom = 9});
  EXPECT_NEAR(p / 1.8982998449339826e-11, 1, 1e-9);  // mpmath
}

TEST(NonInferiority, AgreesWithNumericalIntegration) {
  const Difference total = cat_times("total", Pairing::paired);
  EXPECT_NEAR(smallest_margin(total, Better::lower), 4.3170538259464546, 1e-11);         // mpmath
  EXPECT_NEAR(non_inferiority_p(total, 10, Better::lower), 0.02384502382484176, 1e-12);  // mpmath
  const Difference insertion = cat_times("insertion", Pairing::unpaired);
  EXPECT_NEAR(smallest_margin(insertion, Better::lower), 8.8703020851564908, 1e-11);  // mpmath
  EXPECT_NEAR(non_inferiority_p(insertion, 10, Better::lower), 0.032484292092193209, 1e-12);
}

TEST(NonInferiority, UsesTheQuantilesOfTheTables) {
  struct {
    double degrees_of_freedom, t;
  } const mpmath[] = {{1, 6.3137515146750431},
                      {2, 2.9199855803537257},
                      {9, 1.8331129326562372},
                      {30, 1.6972608865939578}};
  for (const auto& expected : mpmath) {
    EXPECT_NEAR(smallest_margin({0, 1, expected.degrees_of_freedom}, Better::lower), expected.t,
                1e-12);
  }
}

// M. Viinikainen, MSc thesis, Tampere University of Technology, 2014, section 5.3
TEST(PublishedFigures, OfAssistedTimesAreTwoSidedPairedTestsOfTheMeans) {
  const auto total = with_and_without("total", Pairing::paired);
  EXPECT_NEAR(report::rounded(100 * total.change(), 0.1), -21.1, 1e-9);
  EXPECT_NEAR(report::rounded(two_sided_p(total.difference), 0.01), 0.17, 1e-9);
  const auto search = with_and_without("search", Pairing::paired);
  EXPECT_NEAR(report::rounded(100 * search.change(), 0.1), -51.5, 1e-9);
  EXPECT_NEAR(report::rounded(two_sided_p(search.difference), 0.01), 0.07, 1e-9);
}

TEST(PublishedFigures, OfAssistedWorkloadAreAnUnpairedTest) {
  const auto unpaired = cat_load(Pairing::unpaired);
  EXPECT_NEAR(report::rounded(100 * unpaired.change(), 0.1), -27.5, 1e-9);
  EXPECT_NEAR(report::rounded(two_sided_p(unpaired.difference), 0.001), 0.089, 1e-9);
  const auto paired = cat_load(Pairing::paired);
  EXPECT_NEAR(two_sided_p(paired.difference), 0.0070444955772192525, 1e-12);  // mpmath
}

// S.F.J. Nijhof, MSc report 012RAM2018, University of Twente, 2018, tables 6.2 and 6.3: ten users,
// without network (I), with LUNA channels (L), with ROS (R)
TEST(PublishedMargins, OfPositionsAreNotThoseOfUnpairedGroups) {
  const Moments ideal{10, 32.44, 3.41}, luna{10, 34.47, 3.14};  // [mm]
  const double unpaired = smallest_margin(unpaired_difference(ideal, luna), Better::lower);
  EXPECT_NEAR(unpaired, 4.57, 0.01);  // the report has 3.99
}

TEST(PublishedMargins, BothWaysFollowFromOnePairedDeviation) {
  struct {
    double luna, ros;                                                       // means
    double luna_against_ros, ros_against_luna;                              // margins
  } const rows[] = {{34.47, 34.80, 1.53, 2.19}, {4.95, 4.78, 0.68, 0.32}};  // [mm], [N]
  for (const auto& row : rows) {
    const double error = (row.luna_against_ros - (row.luna - row.ros)) / 1.8331129326562372;
    const Difference ros =
        paired_difference(Moments{10, row.ros - row.luna, error * std::sqrt(10.0)});
    // each printed figure is rounded to 0.01; the means enter twice
    EXPECT_NEAR(smallest_margin(ros, Better::lower), row.ros_against_luna, 0.03);
  }
}

TEST(PublishedMargins, OfScoresArePairedAndCountALowerScoreAsBetter) {
  // The report prints no single scores. These whole numbers were searched for: they have its means
  // and deviations (7.40 ± 1.08, 7.50 ± 1.18, 7.10 ± 0.99), and all four of its margins.
  const Values ideal{9, 9, 8, 8, 7, 7, 7, 7, 6, 6};
  const Values luna{9, 9, 6, 9, 7, 7, 8, 7, 7, 6};
  const Values ros{6, 7, 6, 7, 6, 8, 8, 9, 7, 7};
  EXPECT_NEAR(moments(ideal).mean, 7.4, 1e-9);
  EXPECT_NEAR(moments(luna).mean, 7.5, 1e-9);
  EXPECT_NEAR(moments(ros).mean, 7.1, 1e-9);
  EXPECT_NEAR(moments(ideal).deviation, 1.0750, 0.00005);  // rounded up to 1.08
  EXPECT_NEAR(moments(luna).deviation, 1.18, 0.005);
  EXPECT_NEAR(moments(ros).deviation, 0.99, 0.005);
  const auto margin = [](const Values& reference, const Values& fresh, Better better) {
    return smallest_margin(paired_difference(reference, fresh), better);
  };
  EXPECT_NEAR(margin(ideal, luna, Better::lower), 0.61, 0.005);
  EXPECT_NEAR(margin(ideal, ros, Better::lower), 0.69, 0.005);
  EXPECT_NEAR(margin(ros, luna, Better::lower), 1.31, 0.005);
  EXPECT_NEAR(margin(luna, ros, Better::lower), 0.51, 0.005);
  // ten is "extremely easy": the other way round LUNA does better than ROS
  EXPECT_NEAR(margin(ros, luna, Better::higher), 0.51, 0.005);
  EXPECT_NEAR(margin(luna, ros, Better::higher), 1.31, 0.005);
}

TEST(DifferenceWithoutScatter, TakesTheLimits) {
  const Difference worse = paired_difference(Values{1, 2, 3}, Values{1.5, 2.5, 3.5});
  EXPECT_EQ(worse.standard_error, 0);
  EXPECT_EQ(two_sided_p(worse), 0);
  EXPECT_EQ(smallest_margin(worse, Better::lower), 0.5);
  EXPECT_EQ(non_inferiority_p(worse, 0.6, Better::lower), 0);
  EXPECT_EQ(non_inferiority_p(worse, 0.5, Better::lower), 1);
  EXPECT_EQ(non_inferiority_p(worse, 0.4, Better::lower), 1);
  const Difference none = unpaired_difference(moments(Values{2, 2}), moments(Values{2, 2, 2}));
  EXPECT_EQ(t_statistic(none), 0);
  EXPECT_EQ(two_sided_p(none), 1);
  EXPECT_EQ(none.degrees_of_freedom, 3);
}

TEST(Difference, RefusesTooFewValuesAndIncompletePairs) {
  EXPECT_THROW(paired_difference(Values{1}, Values{2}), std::invalid_argument);
  EXPECT_THROW(paired_difference(Values{1, 2}, Values{1, 2, 3}), std::invalid_argument);
  EXPECT_THROW(unpaired_difference(moments(Values{1}), moments(Values{1, 2})),
               std::invalid_argument);
}

// properties of both tests over random samples

Values any_values(std::size_t n) {
  Values values;
  for (const int x : *rc::gen::container<std::vector<int>>(n, rc::gen::inRange(-8000, 8000))) {
    values.push_back(x / 8.0);
  }
  return values;
}

struct Case {
  Values reference, fresh;
  Pairing pairing;

  Difference difference() const {
    return pairing == Pairing::paired ? paired_difference(reference, fresh)
                                      : unpaired_difference(moments(reference), moments(fresh));
  }
};

Case any_case() {
  const auto pairing = *rc::gen::element(Pairing::paired, Pairing::unpaired);
  const auto n = *rc::gen::inRange<std::size_t>(2, 30);
  const auto m = pairing == Pairing::paired ? n : *rc::gen::inRange<std::size_t>(2, 30);
  return {any_values(n), any_values(m), pairing};
}

RC_GTEST_PROP(TTest, GivesAProbabilityWhicheverConditionIsTheReference, ()) {
  const Case one = any_case();
  const Case swapped{one.fresh, one.reference, one.pairing};
  const double p = two_sided_p(one.difference());
  RC_ASSERT(p >= 0 && p <= 1);
  RC_ASSERT(std::abs(p - two_sided_p(swapped.difference())) < 1e-12);
}

RC_GTEST_PROP(TTest, DependsNeitherOnTheZeroNorOnTheUnitOfTheMeasurements, ()) {
  const Case one = any_case();
  const double shift = *rc::gen::inRange(-1000, 1000);
  const double unit = *rc::gen::element(0.001, 25.4, 1e6);
  Case other = one;
  for (Values* values : {&other.reference, &other.fresh}) {
    for (double& x : *values) x = (x + shift) * unit;
  }
  const double before = two_sided_p(one.difference());
  RC_ASSERT(std::abs(two_sided_p(other.difference()) - before) < 1e-9);
}

RC_GTEST_PROP(TTest, IsTwiceTheLesserOfTheOneSidedTestsWithoutMargin, ()) {
  const Difference d = any_case().difference();
  RC_PRE(d.standard_error > 0);
  const double lesser =
      std::min(non_inferiority_p(d, 0, Better::lower), non_inferiority_p(d, 0, Better::higher));
  RC_ASSERT(std::abs(two_sided_p(d) - 2 * lesser) < 1e-12);
}

RC_GTEST_PROP(SmallestMargin, IsWhereTheProbabilityReachesTheSignificance, ()) {
  const Difference d = any_case().difference();
  RC_PRE(d.standard_error > 0);
  const auto better = *rc::gen::element(Better::lower, Better::higher);
  const double margin = smallest_margin(d, better);
  RC_ASSERT(std::abs(non_inferiority_p(d, margin, better) - kSignificance) < 1e-9);
  RC_ASSERT(non_inferiority_p(d, margin + d.standard_error, better) < kSignificance);
  RC_ASSERT(non_inferiority_p(d, margin - d.standard_error, better) > kSignificance);
}

}  // namespace
}  // namespace tether::study
