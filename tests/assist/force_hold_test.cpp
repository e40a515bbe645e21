#include "tether/assist/fixtures/force_hold.hpp"

#include <gtest/gtest.h>

#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

using test::kInfinity;
using test::kNaN;

const spatial::Wrench kForce{{0.1, 0.2, 0.3}, {3, -4, 12}};

// a hold through which the force passes whole
ForceHold settled(const ForceHoldParams& params = {}) {
  ForceHold hold(params);
  for (int i = 0; i < 1000; ++i) hold.update(kForce);
  return hold;
}

double size(const spatial::Wrench& wrench) { return wrench.vector().norm(); }

TEST(ForceHold, PassesASteadyForceUnchanged) {
  ForceHold hold = settled();
  EXPECT_EQ(hold.update(kForce).vector(), kForce.vector());
  const spatial::Wrench other{{0, 0, 1}, {1, 2, 3}};
  EXPECT_EQ(hold.update(other).vector(), other.vector());
}

TEST(ForceHold, RepeatsTheLastForceUntilTheSilenceLimit) {
  ForceHold hold = settled();
  for (int tick = 1; tick <= 20; ++tick) {
    EXPECT_EQ(hold.update(std::nullopt).vector(), kForce.vector()) << tick;
    EXPECT_FALSE(hold.silent());
  }
  EXPECT_LT(size(hold.update(std::nullopt)), size(kForce));
  EXPECT_TRUE(hold.silent());
  EXPECT_EQ(hold.counts().silences, 1U);
}

TEST(ForceHold, GoesDownLinearlyAndIsZeroFiftyMillisecondsAfterTheLastForce) {
  ForceHold hold = settled();
  for (int tick = 1; tick <= 20; ++tick) hold.update(std::nullopt);
  for (int tick = 21; tick < 50; ++tick) {
    const double share = (50.0 - tick) / 30;
    EXPECT_NEAR(size(hold.update(std::nullopt)), share * size(kForce), 1e-12) << tick;
  }
  for (int tick = 50; tick < 100; ++tick) {
    EXPECT_EQ(hold.update(std::nullopt).vector(), spatial::Vector6::Zero()) << tick;
  }
}

TEST(ForceHold, IsZeroInTimeAtEveryRate) {
  for (const double rate : {100.0, 333.0, 500.0, 1000.0, 3000.0, 8000.0}) {
    ForceHold hold = settled({.sample_time = 1 / rate});
    for (int tick = 1; tick / rate < 50e-3 - 1e-9; ++tick) hold.update(std::nullopt);
    EXPECT_EQ(size(hold.update(std::nullopt)), 0) << rate;
  }
}

TEST(ForceHold, ComesBackWithoutAStep) {
  ForceHold hold = settled();
  for (int tick = 0; tick < 200; ++tick) hold.update(std::nullopt);
  double last = 0;
  for (int tick = 1; tick <= 30; ++tick) {
    const double now = size(hold.update(kForce));
    EXPECT_NEAR(now - last, size(kForce) / 30, 1e-12);
    last = now;
  }
  EXPECT_EQ(hold.update(kForce).vector(), kForce.vector());
}

TEST(ForceHold, BeginsWithNothing) {
  ForceHold hold({});
  EXPECT_TRUE(hold.silent());
  EXPECT_EQ(size(hold.update(std::nullopt)), 0);
  EXPECT_NEAR(size(hold.update(kForce)), size(kForce) / 30, 1e-12);
  EXPECT_EQ(hold.counts().silences, 0U);
}

TEST(ForceHold, DropsAndCountsForcesThatAreNoneAndTreatsThemAsSilence) {
  for (const spatial::Wrench& absurd :
       {spatial::Wrench{{0, 0, 0}, {kNaN, 0, 0}}, spatial::Wrench{{0, kInfinity, 0}, {0, 0, 0}},
        spatial::Wrench{{0, 0, 0}, {0, 500.1, 0}}, spatial::Wrench{{0, 0, 101}, {0, 0, 0}},
        spatial::Wrench{{1e300, 0, 0}, {1e300, 0, 0}}}) {
    ForceHold hold = settled();
    for (int tick = 1; tick <= 20; ++tick) {
      EXPECT_EQ(hold.update(absurd).vector(), kForce.vector());
    }
    for (int tick = 21; tick <= 50; ++tick) hold.update(absurd);
    EXPECT_EQ(hold.update(absurd).vector(), spatial::Vector6::Zero());
    EXPECT_EQ(hold.counts().dropped, 51U);
  }
}

TEST(ForceHold, NeverGivesMoreThanCameNorChangesFasterThanItsRamps) {
  test::RandomDraw draw(7);
  ForceHold hold({});
  double share = 0;
  for (int tick = 0; tick < 100'000; ++tick) {
    // bursts of loss of all lengths
    const bool lost = draw.bernoulli(tick % 1000 < 500 ? 0.05 : 0.97);
    const auto out = hold.update(lost ? std::nullopt : std::optional(kForce));
    EXPECT_LE(size(out), size(kForce) * (1 + 1e-12));
    EXPECT_LE(std::abs(hold.share() - share), 1.0 / 30 + 1e-12);
    share = hold.share();
  }
}

TEST(ForceHold, RefusesFiguresThatMakeNoSense) {
  EXPECT_THROW(ForceHold({.sample_time = 0}), core::InputError);
  EXPECT_THROW(ForceHold({.silence_limit = -1}), core::InputError);
  EXPECT_THROW(ForceHold({.ramp_out = std::nan("")}), core::InputError);
  EXPECT_THROW(ForceHold({.max_force = 0}), core::InputError);
}

}  // namespace
}  // namespace tether::assist
