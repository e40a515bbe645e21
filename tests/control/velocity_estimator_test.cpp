#include <cmath>
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/control/one_joint.hpp"
#include "tests/control/ticks.hpp"
#include "tether/control/estimators/finite_difference.hpp"
#include "tether/control/estimators/state_variable_filter.hpp"

namespace tether::control {
namespace {

// complex gain of an estimator at a frequency, from its steady response to a sine
std::complex<double> gain(VelocityEstimator& estimator, double hertz) {
  const double omega = 2 * std::numbers::pi * hertz;
  const int samples_per_period = static_cast<int>(std::lround(1 / (hertz * kTick)));
  estimator.reset(one(0));
  std::complex<double> sum = 0;
  const int settle = 40 * samples_per_period;
  for (int k = 0; k < settle + samples_per_period; ++k) {
    const double v = estimator.update(one(std::sin(omega * k * kTick)))[0];
    if (k >= settle) sum += v * std::exp(std::complex<double>(0, -omega * k * kTick));
  }
  // the transform of a sine of amplitude 1 is −i/2 per sample
  return sum / static_cast<double>(samples_per_period) / std::complex<double>(0, -0.5);
}

TEST(FiniteDifference, GivesTheExactSlopeOfARampOnceItsWindowIsFull) {
  FiniteDifference estimator({.samples = 20, .sample_time = kTick});
  estimator.reset(one(0));
  double v = 0;
  for (int k = 1; k <= 20; ++k) v = estimator.update(one(0.3 * k * kTick))[0];
  EXPECT_NEAR(v, 0.3, 1e-12);
}

TEST(FiniteDifference, SpreadsAStepOverItsWindowAndForgetsItAfter) {
  FiniteDifference estimator({.samples = 5, .sample_time = kTick});
  estimator.reset(one(1));
  double travelled = 0;
  for (int k = 0; k < 5; ++k) travelled += kTick * estimator.update(one(2))[0];
  EXPECT_NEAR(travelled, 1.0, 1e-12);
  EXPECT_EQ(estimator.update(one(2))[0], 0.0);
}

TEST(FiniteDifference, MatchesItsTransferFunction) {
  FiniteDifference estimator({.samples = 20, .sample_time = kTick});
  for (const double hertz : {1.0, 5.0, 10.0, 20.0}) {
    const std::complex<double> z1 =
        std::exp(std::complex<double>(0, -2 * std::numbers::pi * hertz * kTick));
    const auto expected = (1.0 - std::pow(z1, 20)) / (20 * kTick);
    EXPECT_NEAR(std::abs(gain(estimator, hertz) - expected), 0, 1e-6 * std::abs(expected)) << hertz;
  }
}

TEST(StateVariableFilter, MatchesItsTransferFunctionUnderTheBilinearTransform) {
  constexpr double kCutoff = 30;
  StateVariableFilter estimator({.cutoff = kCutoff, .sample_time = kTick});
  const double w = 2 * std::numbers::pi * kCutoff;
  for (const double hertz : {1.0, 5.0, 20.0, 50.0, 100.0}) {
    const std::complex<double> z =
        std::exp(std::complex<double>(0, 2 * std::numbers::pi * hertz * kTick));
    const std::complex<double> s = 2 / kTick * (z - 1.0) / (z + 1.0);
    const auto expected = w * w * s / (s * s + 2 * w * s + w * w);
    EXPECT_NEAR(std::abs(gain(estimator, hertz) - expected), 0, 1e-6 * std::abs(expected)) << hertz;
  }
}

TEST(StateVariableFilter, IsQuietAfterAResetAtAnyPosition) {
  StateVariableFilter estimator({.cutoff = 30, .sample_time = kTick});
  estimator.reset(one(1.7));
  for (int k = 0; k < 100; ++k) EXPECT_NEAR(estimator.update(one(1.7))[0], 0, 1e-12);
}

TEST(StateVariableFilter, SettlesOnTheSlopeOfARampForEveryJoint) {
  StateVariableFilter estimator({.cutoff = 30, .sample_time = kTick});
  const robot::JointVector slope = robot::JointVector::LinSpaced(7, -2, 3);
  estimator.reset(robot::JointVector::Zero(7));
  robot::JointVector v;
  for (int k = 1; k < 400; ++k) v = estimator.update(k * kTick * slope);
  EXPECT_LT((v - slope).norm(), 1e-9);
}

}  // namespace
}  // namespace tether::control
