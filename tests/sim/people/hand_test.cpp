#include "tether/sim/people/hand.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/sim/people/resting_hand.hpp"

namespace tether::sim {
namespace {

using control::MinimumJerkPath;
using spatial::Vector3;

HandParams steady() {
  HandParams params;
  params.tremor = 0;
  return params;
}

// force of the hand on a handle that is held at one place, after it has settled
Vector3 settled_force(Hand& hand, const Vector3& handle, int steps = 8000) {
  Vector3 force = Vector3::Zero();
  for (int k = 0; k < steps; ++k) {
    force = hand.update(at_hand_step(k), kHandStep, handle, Vector3::Zero());
  }
  return force;
}

TEST(Hand, RestsWithoutForceWhereItWantsToBe) {
  Hand hand(steady(), resting(Vector3(0.01, 0.02, 0.03)), 1);
  EXPECT_LT(settled_force(hand, Vector3(0.01, 0.02, 0.03)).norm(), 1e-12);
}

TEST(Hand, PushesAHeldHandleWithArmAndGripInSeries) {
  HandParams params = steady();
  params.stiffness = 400;
  params.grip_stiffness = 2000;
  params.comfort_force = 1000;
  Hand hand(params, resting(), 1);
  const double series = 400.0 * 2000 / 2400;
  EXPECT_NEAR(settled_force(hand, Vector3(0.01, 0, 0)).x(), -series * 0.01, 1e-6);
}

TEST(Hand, StartsToMoveOnlyAfterItsReactionTime) {
  HandParams params = steady();
  params.reaction_delay = 0.2;
  auto path = std::make_shared<MinimumJerkPath>(
      Vector3::Zero(), std::vector<control::Waypoint>{{0.0, 1.0, Vector3(0.1, 0, 0)}});
  Hand hand(params, path, 1);
  for (int k = 0; k * kHandStep <= 0.2; ++k) {
    EXPECT_LT(hand.update(at_hand_step(k), kHandStep, Vector3::Zero(), Vector3::Zero()).norm(),
              1e-12);
  }
  EXPECT_GT(settled_force(hand, Vector3::Zero(), 2000).x(), 0.1);
}

TEST(Hand, YieldsToAForceAboveComfortUntilItIsComfortable) {
  HandParams params = steady();
  params.comfort_force = 5;
  Hand hand(params, resting(), 1);
  // held 30 mm off its wish, a hand that does not yield would push with 10 N; one that yields and
  // comes back with its reaction time hovers just above its comfort
  settled_force(hand, Vector3(0.03, 0, 0), 20000);
  double mean = 0;
  for (int k = 20000; k < 40000; ++k) {
    mean += hand.update(at_hand_step(k), kHandStep, Vector3(0.03, 0, 0), Vector3::Zero()).norm() /
            20000;
  }
  EXPECT_GT(mean, 5.0);
  EXPECT_LT(mean, 5.5);
}

TEST(Hand, TremblesWithTheStatedRootMeanSquare) {
  // a light hand on a stiff arm follows its intention, and a weak grip of 1 N/m shows where it is
  HandParams params;
  params.tremor = 1e-4;
  params.mass = 0.05;
  params.stiffness = 5000;
  params.grip_stiffness = 1;
  params.grip_damping = 0;
  Hand hand(params, resting(), 3);
  double sum = 0;
  constexpr int kSamples = 400'000;
  for (int k = 0; k < kSamples; ++k) {
    sum +=
        hand.update(at_hand_step(k), kHandStep, Vector3::Zero(), Vector3::Zero()).squaredNorm() / 3;
  }
  EXPECT_NEAR(std::sqrt(sum / kSamples), 1e-4, 0.15e-4);
}

TEST(Hand, TremblesTheSameForTheSameSeedAndOtherwiseForAnother) {
  Hand a(HandParams{}, resting(), 5), b(HandParams{}, resting(), 5), c(HandParams{}, resting(), 6);
  bool other = false;
  for (int k = 0; k < 1000; ++k) {
    const auto x = a.update(at_hand_step(k), kHandStep, Vector3::Zero(), Vector3::Zero());
    ASSERT_EQ(x, b.update(at_hand_step(k), kHandStep, Vector3::Zero(), Vector3::Zero()));
    other = other || x != c.update(at_hand_step(k), kHandStep, Vector3::Zero(), Vector3::Zero());
  }
  EXPECT_TRUE(other);
}

}  // namespace
}  // namespace tether::sim
