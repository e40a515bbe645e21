#include "tether/control/platform/linear_controller.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/control/ticks.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/control/platform/platform_control.hpp"
#include "tether/control/platform/wheel_control.hpp"
#include "tether/core/error.hpp"

namespace tether::control {
namespace {

using Complex = std::complex<double>;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double kPi = std::numbers::pi;

// C(s), as the header has it
Complex transfer(const LinearControllerParams& params, double hertz) {
  const Complex s(0, 2 * kPi * hertz);
  Complex gain = params.gain * (1.0 + 2 * kPi * params.integrator / s);
  if (params.zero != params.pole) {
    gain *= (1.0 + s / (2 * kPi * params.zero)) / (1.0 + s / (2 * kPi * params.pole));
  }
  if (params.low_pass > 0) gain /= 1.0 + s / (2 * kPi * params.low_pass);
  return gain;
}

// the same of the discrete one, from its steady response to a sine of a whole number of samples
Complex measured(const LinearControllerParams& params, int samples_per_period) {
  LinearController controller(params);
  const double step = 2 * kPi / samples_per_period;
  Complex sum = 0;
  const int settle = (2000 / samples_per_period + 2) * samples_per_period;
  for (int k = 0; k < settle + samples_per_period; ++k) {
    const double out = controller.update(std::cos(step * k));
    if (k < settle) continue;
    sum += out * std::exp(Complex(0, -step * k));
  }
  return 2.0 * sum / static_cast<double>(samples_per_period);
}

// How much Tustin's rule may bend gain (relative) and phase [rad]: it moves a frequency by
// tan(πfT) / πfT, each prewarped corner by the same of its own, and no stage changes by more than
// what its frequency does.
double bend(const LinearControllerParams& params, double hertz) {
  const auto moved = [](double f) {
    return std::log(std::tan(kPi * f * kTick) / (kPi * f * kTick));
  };
  double sum = 0;
  const auto add = [&](double corner) { sum += std::abs(moved(hertz) - moved(corner)); };
  if (params.integrator > 0) add(params.integrator);
  if (params.low_pass > 0) add(params.low_pass);
  if (params.zero != params.pole) {
    add(params.zero);
    add(params.pole);
  }
  return sum;
}

class LinearControllerOfTheTable : public testing::TestWithParam<LinearControllerParams> {};

TEST_P(LinearControllerOfTheTable, HasTheGainAndPhaseOfItsTransferFunctionUpToATenthOfTheRate) {
  LinearControllerParams params = GetParam();
  params.integral_bound = std::numeric_limits<double>::infinity();
  for (const int samples : {10, 12, 16, 20, 25, 40, 50, 80, 100, 200, 500, 1000, 2000}) {
    const double hertz = 1 / (samples * kTick);
    const Complex ratio = measured(params, samples) / transfer(params, hertz);
    EXPECT_NEAR(std::log(std::abs(ratio)), 0, bend(params, hertz) + 1e-6) << hertz << " Hz";
    EXPECT_NEAR(std::arg(ratio), 0, bend(params, hertz) + 1e-6) << hertz << " Hz";
  }
}

TEST(LinearController, IsExactAtACorner) {
  const Complex ratio = measured({.gain = 1, .low_pass = 50}, 20) / Complex(0.5, -0.5);
  EXPECT_LT(std::abs(ratio - 1.0), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Each, LinearControllerOfTheTable,
                         testing::Values(kWeakWheel, kStiffWheel,
                                         PlatformControlParams{}.translation,
                                         PlatformControlParams{}.turn,
                                         LinearControllerParams{.gain = 2, .zero = 30, .pole = 5},
                                         LinearControllerParams{.gain = -3, .low_pass = 20}));

TEST(LinearController, IsItsGainWhenNothingElseIsAskedFor) {
  LinearController controller({.gain = 3, .zero = 7, .pole = 7});
  for (const double error : {1.0, -2.0, 0.5}) EXPECT_EQ(controller.update(error), 3 * error);
}

TEST(LinearController, AnswersAStepAsItsDifferentialEquationDoes) {
  // C(s) / s of gain, integrator and low pass, back in time
  const LinearControllerParams params{.gain = 4, .integrator = 1.5, .low_pass = 8};
  const double i = 2 * kPi * params.integrator;
  const double l = 2 * kPi * params.low_pass;
  LinearController controller(params);
  for (int k = 0; k < 3000 && !testing::Test::HasFailure(); ++k) {
    const double out = controller.update(1);
    const double t = (k + 0.5) * kTick;
    const double exact = params.gain * (1 + i * t - i / l + (i / l - 1) * std::exp(-l * t));
    EXPECT_NEAR(out, exact, 2e-3) << t;
  }
}

TEST(LinearController, AStepThroughALeadEndsAtTheGain) {
  LinearController controller({.gain = 0.05, .zero = 2, .pole = 10});
  const double first = controller.update(1);
  // at once nearly the gain at high frequencies, pole / zero times as much
  EXPECT_NEAR(first, 0.05 * 5, 0.05 * 5 * 0.03);
  double out = first;
  for (int k = 0; k < 2000; ++k) out = controller.update(1);
  EXPECT_NEAR(out, 0.05, 1e-12);
}

TEST(LinearController, TheIntegralNeverLeavesItsBoundAndComesBackAtOnce) {
  test::RandomDraw draw(1);
  LinearController controller({.gain = 100, .integrator = 0.25, .integral_bound = 100});
  for (int k = 0; k < 100'000 && !testing::Test::HasFailure(); ++k) {
    controller.update(draw.between(-5, 6));
    EXPECT_LE(std::abs(controller.integral()), 100);
  }
  for (int k = 0; k < 100'000; ++k) controller.update(10);
  EXPECT_EQ(controller.integral(), 100);
  controller.update(-10);  // trapezoid with the error before: nothing yet
  controller.update(-10);
  EXPECT_LT(controller.integral(), 100);
}

TEST(LinearController, WithoutABoundItWouldWindUp) {
  LinearController bounded({.gain = 1, .integrator = 1, .integral_bound = 2});
  LinearController unbounded({.gain = 1, .integrator = 1});
  for (int k = 0; k < 10'000; ++k) {
    bounded.update(1);
    unbounded.update(1);
  }
  const auto until_back = [](LinearController& controller) {
    int ticks = 0;
    while (controller.integral() > 0) {
      controller.update(-1);
      ++ticks;
    }
    return ticks;
  };
  EXPECT_LT(10 * until_back(bounded), until_back(unbounded));
}

TEST(LinearController, ForgetsEverythingWhenItIsReset) {
  const LinearControllerParams params{
      .gain = 2, .integrator = 1, .zero = 2, .pole = 10, .low_pass = 50};
  LinearController used(params);
  LinearController fresh(params);
  for (int k = 0; k < 100; ++k) used.update(1);
  used.reset();
  for (int k = 0; k < 100; ++k) EXPECT_EQ(used.update(0.3), fresh.update(0.3));
}

TEST(LinearController, AnErrorThatIsNotFiniteCountsAsNone) {
  LinearController controller(kStiffWheel);
  controller.update(1);
  for (const double error :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1.0}) {
    EXPECT_TRUE(std::isfinite(controller.update(error)));
  }
}

TEST(LinearController, RefusesCornersThatItsRateCannotHave) {
  EXPECT_THAT([] { LinearController({.low_pass = 500}); },
              ThrowsMessage<core::InputError>(HasSubstr("low pass of 500 Hz")));
  EXPECT_THAT([] { LinearController({.integrator = -1}); },
              ThrowsMessage<core::InputError>(HasSubstr("integrator of -1 Hz")));
  EXPECT_THAT([] { LinearController({.zero = 2}); },
              ThrowsMessage<core::InputError>(HasSubstr("both corners")));
  EXPECT_THAT([] { LinearController({.sample_time = 0}); },
              ThrowsMessage<core::InputError>(HasSubstr("sample time")));
}

}  // namespace
}  // namespace tether::control
