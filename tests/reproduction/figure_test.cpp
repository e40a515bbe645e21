#include "tether/reproduction/figure.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tether::reproduction {
namespace {

Figure mean_of(double value, double spread, std::size_t n) {
  return {value, spread, n, FigureKind::persons};
}

// SE² = 0.77²/10 + 1.19²/10 = 0.2009, t = 1.22 / 0.4482 = 2.722,
// ν = 0.2009² / ((0.05929² + 0.14161²) / 9) = 15.41
TEST(FigureTest, IsWelchsWhereBothHaveAnError) {
  const auto tested = test(mean_of(4.78, 1.19, 10), mean_of(6.00, 0.77, 10), 0);
  ASSERT_TRUE(tested);
  EXPECT_NEAR(tested->difference, 1.22, 1e-12);
  EXPECT_NEAR(tested->standard_error, 0.44822, 1e-5);
  EXPECT_NEAR(tested->p, 0.0154, 1e-4);
}

// Student 1908, extra sleep by the second drug: 2.33 ± 2.002 h over ten, t = 3.680, p = 0.0051;
// the half width is 2.2622 times the error
TEST(FigureTest, IsStudentsOfOneSampleBesideASingleFigure) {
  const auto tested = test(Figure{0}, mean_of(2.33, 2.00225, 10), 0);
  ASSERT_TRUE(tested);
  EXPECT_NEAR(tested->p, 0.0051, 5e-5);
  EXPECT_NEAR(tested->half_width, 2.2622 * 2.00225 / std::sqrt(10.0), 1e-4);
  const auto mirrored = test(mean_of(2.33, 2.00225, 10), Figure{0}, 0);
  EXPECT_NEAR(mirrored->p, tested->p, 1e-12);
  EXPECT_NEAR(mirrored->difference, -tested->difference, 1e-12);
}

TEST(FigureTest, TakesOffWhatThePrintDoesNotResolve) {
  const Figure ours = mean_of(10.4, 0.1, 5);
  EXPECT_LT(test(Figure{10}, ours, 0)->p, 0.01);
  EXPECT_EQ(test(Figure{10}, ours, 0.5)->p, 1);
}

TEST(FigureTest, IsNotMadeOfSamplesOfOneRunNorOfSingleFigures) {
  EXPECT_FALSE(test({14, 4, 11100, FigureKind::samples}, Figure{7}, 0));
  EXPECT_FALSE(test(Figure{14}, {7, 1, 1, FigureKind::repeats}, 0));
  EXPECT_FALSE(test(Figure{14}, mean_of(std::numeric_limits<double>::quiet_NaN(), 1, 5), 0));
}

TEST(Figure, HasTheErrorOfAMeanOnlyFromIndependentValues) {
  EXPECT_NEAR(*standard_error(mean_of(4.78, 1.19, 10)), 0.37631, 1e-5);
  EXPECT_FALSE(standard_error({14, 4, 11100, FigureKind::samples}));
  EXPECT_FALSE(standard_error({14, 4, 0, FigureKind::persons}));
  EXPECT_FALSE(standard_error({14, std::nullopt, 3, FigureKind::repeats}));
}

}  // namespace
}  // namespace tether::reproduction
