#include "tether/guard/limits/joint_speed_limit.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

namespace tether::guard {
namespace {

using namespace test;

JointSpeedLimitParams limits_of(int n) {
  return {.max_speed = JointVector::Constant(n, 2), .max_effort = JointVector::Constant(n, 50)};
}

RC_GTEST_PROP(JointSpeedLimit, PutsNoPowerIntoAJointThatIsTooFast, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    arm.velocity = joints(arm.n, [&] { return any_number(draw); });
    if (draw.bernoulli(0.7)) arm.rate = joints(arm.n, [&] { return any_number(draw); });
    const JointVector asked = joints(arm.n, [&] { return any_number(draw); });
    const JointSpeedLimit limit(limits_of(arm.n));
    const auto out = limit.update(arm.view(), arm.factor, asked);
    RC_ASSERT(out.effort.allFinite());
    RC_ASSERT(std::isfinite(out.amount));
    for (int i = 0; i < arm.n; ++i) {
      for (const double v : {arm.velocity[i], arm.rate[i]}) {
        if (std::abs(v) >= 2) RC_ASSERT(out.effort[i] * v <= 0);
      }
      RC_ASSERT(std::abs(out.effort[i]) <= std::abs(asked[i]) + 50);
    }
  }
}

TEST(JointSpeedLimit, ReportsHowMuchItChanges) {
  RandomDraw draw(3);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    const JointVector asked = joints_within(draw, arm.n, 60);
    const auto out = JointSpeedLimit(limits_of(arm.n)).update(arm.view(), arm.factor, asked);
    EXPECT_NEAR(out.amount, (out.effort - asked).norm(), 1e-12);
  }
}

RC_GTEST_PROP(JointSpeedLimit, TakesAwayOnlyPowerThatGoesIn, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 50; ++k) {
    RandomArm arm(draw);
    arm.velocity = arm.rate = joints_within(draw, arm.n, 4);
    const JointVector asked = joints_within(draw, arm.n, 30);
    const auto out = JointSpeedLimit(limits_of(arm.n)).update(arm.view(), arm.factor, asked);
    for (int i = 0; i < arm.n; ++i) {
      RC_ASSERT((out.effort[i] - asked[i]) * arm.velocity[i] <= 0);
    }
  }
}

RC_GTEST_PROP(JointSpeedLimit, HoldsSimulatedJointsAtTheDocumentedSpeed, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 5; ++k) {
    RandomArm arm(draw);
    arm.n = 1;
    const double inertia = std::pow(10.0, draw.between(-1.5, 0.5));
    arm.inertia = robot::JointMatrix::Constant(1, 1, inertia);
    arm.velocity = arm.rate = JointVector::Zero(1);
    arm.jacobian = robot::Jacobian::Zero(6, 1);
    arm.see();
    const JointSpeedLimit limit(limits_of(1));
    const double asked = draw.between(5, 50);
    const double hand = draw.between(0, 20);
    const double most = 2 + 1e-3 * hand / (0.25 * inertia) + 1e-3 * (asked + hand) / inertia;
    for (int tick = 0; tick < 2000; ++tick) {
      const auto out = limit.update(arm.view(), arm.factor, JointVector::Constant(1, asked));
      const double before = arm.velocity[0];
      arm.velocity[0] += 1e-3 * (out.effort[0] + hand) / inertia;
      arm.rate[0] = 0.5 * (before + arm.velocity[0]);
      RC_ASSERT(arm.velocity[0] <= most);
    }
    RC_ASSERT(arm.velocity[0] > 1.7);
  }
}

RC_GTEST_PROP(JointSpeedLimit, LetsNothingPassThatIsNotFinite, (std::uint64_t seed)) {
  expect_refusal_of_what_is_not_finite(
      seed,
      [](RandomArm& arm, int joint, double value, RandomDraw& draw) {
        (draw.bernoulli(0.5) ? arm.velocity : arm.rate)[joint] = value;
      },
      [](const RandomArm& arm, const JointVector& effort) -> Guarded {
        return JointSpeedLimit(limits_of(arm.n)).update(arm.view(), arm.factor, effort);
      });
}

}  // namespace
}  // namespace tether::guard
