#include "tether/passivity/refund.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"
#include "tests/support/random/cases.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::passivity {
namespace {

RefundParams of_one_joint(double coulomb, double viscous, bool measured) {
  return {.coulomb = joints({coulomb}), .viscous = joints({viscous}), .measured = measured};
}

// a displacement of a millimetre at 1 m/s in this tick
LossInput over_a_millimetre(double by_motors, double by_outside, double kinetic = 0) {
  return {.moved = joints({1e-3}),
          .rate = joints({1}),
          .by_motors = by_motors,
          .by_outside = by_outside,
          .kinetic = kinetic};
}

TEST(Refund, IsWhatWasLostOneDisplacementLater) {
  Refund refund(of_one_joint(2, 0, true));
  EXPECT_EQ(refund.update(over_a_millimetre(2e-3, 0)), 0);
  EXPECT_NEAR(refund.update(over_a_millimetre(1e-3, 1e-3)), 2e-3, 1e-15);
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 2e-3)), 2e-3, 1e-15);
}

TEST(Refund, IsNothingOfWhatOnlySetsTheDeviceInMotion) {
  Refund refund(of_one_joint(100, 0, true));
  // 1 J goes into the motion and comes out again
  for (int k = 1; k <= 100; ++k) {
    EXPECT_EQ(refund.update(over_a_millimetre(0.01, 0, 0.01 * k)), 0) << k;
  }
  for (int k = 99; k >= 0; --k) {
    EXPECT_EQ(refund.update(over_a_millimetre(0, -0.01, 0.01 * k)), 0) << k;
  }
}

TEST(Refund, HoldsBackWhatAHeavierDeviceMayHoldInItsMotion) {
  Refund refund(of_one_joint(100, 0, true));
  refund.update(over_a_millimetre(0.1, 0, 0.05));
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 0, 0.05)), 0.1 - 1.1 * 0.05, 1e-15);
}

TEST(Refund, IsNoMoreThanOneAndAHalfTimesTheModelsFrictionInATickAndMakesUpForItLater) {
  Refund refund(of_one_joint(2, 1, true));
  refund.update(over_a_millimetre(10e-3, 0));
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 0)), 4.5e-3, 1e-15);
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 0)), 4.5e-3, 1e-15);
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 0)), 1e-3, 1e-15);
}

TEST(Refund, IsNeverTakenBack) {
  Refund refund(of_one_joint(2, 0, true));
  refund.update(over_a_millimetre(3e-3, 0));
  EXPECT_GT(refund.update(over_a_millimetre(0, 0)), 0);
  EXPECT_EQ(refund.update(over_a_millimetre(-5e-3, 0)), 0);
  // what came out must come in again before anything more is refunded
  EXPECT_EQ(refund.update(over_a_millimetre(5e-3, 0)), 0);
  EXPECT_EQ(refund.update(over_a_millimetre(0, 0)), 0);
}

TEST(Refund, IsNothingForADeviceThatMovedAtTheBeginning) {
  Refund refund(of_one_joint(100, 0, true));
  EXPECT_EQ(refund.update(over_a_millimetre(0, 0, 0.5)), 0);
  EXPECT_EQ(refund.update(over_a_millimetre(0, -0.5, 0)), 0);
  EXPECT_EQ(refund.update(over_a_millimetre(0, 0, 0)), 0);
}

TEST(Refund, LeavesOutWhatWasLostWhileTheAccountWasExcluded) {
  Refund refund(of_one_joint(2, 0, true));
  LossInput jogged = over_a_millimetre(2e-3, 0);
  jogged.excluded = true;
  for (int k = 0; k < 10; ++k) EXPECT_EQ(refund.update(jogged), 0);
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 0)), 2e-3, 1e-15);
  EXPECT_EQ(refund.update(over_a_millimetre(0, 0)), 0);
}

TEST(Refund, WithoutAWrenchIsTheSureShareOfTheModelsFriction) {
  Refund refund(of_one_joint(2, 1, false));
  EXPECT_NEAR(refund.update(over_a_millimetre(0, 0)), 0.7 * 3e-3, 1e-15);
  EXPECT_NEAR(refund.update(over_a_millimetre(-1, -1, 1)), 0.7 * 3e-3, 1e-15);
  LossInput jogged = over_a_millimetre(0, 0);
  jogged.excluded = true;
  EXPECT_EQ(refund.update(jogged), 0);
}

TEST(Refund, WithoutAWrenchCountsCoulombFrictionOfACreepingJointInProportion) {
  Refund refund(of_one_joint(2, 0, false));
  const LossInput creeping{.moved = joints({-1e-5}), .rate = joints({-0.01})};
  EXPECT_NEAR(refund.update(creeping), 0.7 * 0.5 * 2e-5, 1e-18);
}

TEST(Refund, IsNothingForWhatIsNoNumber) {
  Refund refund(of_one_joint(2, 0, true));
  EXPECT_EQ(refund.update(over_a_millimetre(std::numeric_limits<double>::quiet_NaN(), 0)), 0);
  EXPECT_EQ(refund.update(over_a_millimetre(1, 0)), 0);
}

// a mass of which motors and an outside do as they like, exactly integrated, with dry friction
struct RandomMass {
  explicit RandomMass(std::uint64_t seed)
      : draw(seed), model(draw.between(0.1, 5)), mass(model * draw.between(0.8, 1.1)) {}

  LossInput tick() {
    if (draw.bernoulli(0.2)) motors = draw.between(-kMost, kMost);
    if (draw.bernoulli(0.2)) outside = draw.between(-kMost, kMost);
    double acceleration = (motors + outside - (v == 0 ? 0 : std::copysign(kFriction, v))) / mass;
    // where the motion turns, nothing is lost
    if (v * (v + kT * acceleration) < 0) acceleration = (motors + outside) / mass;
    const double moved = kT * (v + 0.5 * kT * acceleration);
    v += kT * acceleration;
    put_in += (motors + outside) * moved;
    return {.moved = joints({moved}),
            .rate = joints({moved / kT}),
            .by_motors = motors * moved,
            .by_outside = outside * moved,
            .kinetic = 0.5 * model * moved * moved / (kT * kT)};
  }
  double lost() const { return put_in - 0.5 * mass * v * v; }

  static constexpr double kT = 1e-3, kMost = 20, kFriction = 2;
  test::RandomDraw draw;
  double model, mass;  // as it is taken to be, and is
  double v = 0, motors = 0, outside = 0, put_in = 0;
};

TEST(Refund, NeverRunsAheadOfWhatWasLost) {
  for (std::uint64_t seed = 0; seed < test::cases(3000); ++seed) {
    RandomMass device(seed);
    Refund refund(of_one_joint(4, 0, true));
    double refunded = 0;
    // of the speed that a force makes within half a displacement
    const double force = 2 * RandomMass::kMost + RandomMass::kFriction;
    const double within = 0.125 * std::pow(force * RandomMass::kT, 2) / device.mass;
    for (int k = 0; k < 500; ++k) {
      refunded += refund.update(device.tick());
      ASSERT_LE(refunded, device.lost() + within + 1e-12) << "seed " << seed << " tick " << k;
    }
    EXPECT_GT(refunded, 0);
  }
}

}  // namespace
}  // namespace tether::passivity
