#include "tether/guard/limits/power_bound.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

namespace tether::guard {
namespace {

using namespace test;

// what rounding may do to a sum of products
double rounding(const JointVector& a, const JointVector& b) {
  return 1e-12 * a.cwiseAbs().dot(b.cwiseAbs());
}

RC_GTEST_PROP(PowerBound, HoldsForTheGivenVelocitiesWhateverComesIn, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    if (draw.bernoulli(0.7)) arm.velocity = joints(arm.n, [&] { return any_number(draw); });
    if (draw.bernoulli(0.7)) arm.rate = joints(arm.n, [&] { return any_number(draw); });
    arm.see();
    const double most = std::pow(10.0, draw.between(-1, 3));
    PowerBound bound({.max_power = most});
    for (int tick = 0; tick < 2; ++tick) {
      const auto out =
          bound.update(arm.view(), arm.factor, joints(arm.n, [&] { return any_number(draw); }));
      RC_ASSERT(out.effort.allFinite());
      RC_ASSERT(out.amount >= 0);
      for (const JointVector* v : {&arm.velocity, &arm.rate}) {
        RC_ASSERT(out.effort.dot(*v) <= most * (1 + 1e-12) + rounding(out.effort, *v));
      }
    }
  }
}

// A rigid arm over two ticks, pushed from outside all the while: the bound sees the first one as
// rate of displacement, and answers for the second one.
struct Rigid {
  RandomArm arm;
  JointVector effort;  // at work since the last tick
  JointVector velocity;
  double power = 0;  // of the last tick [W]

  explicit Rigid(RandomDraw& draw)
      : arm(draw), effort(JointVector::Zero(arm.n)), velocity(arm.velocity) {}
  void advance(const JointVector& outside) {
    const JointVector acceleration = arm.factor.push(effort + outside);
    arm.rate = velocity + 0.5 * kTick * acceleration;
    velocity += kTick * acceleration;
    power = effort.dot(arm.rate);
    // an estimate that lags
    arm.velocity += 0.2 * (arm.rate - arm.velocity);
    arm.see();
  }
  JointVector tool_force(const spatial::Vector3& force) const {
    return arm.jacobian.transpose() *
           spatial::Wrench::from_point(spatial::Vector3::Zero(), force, arm.tool.position).vector();
  }
};

RC_GTEST_PROP(PowerBound, HoldsForTheRealPowerUnderAnUnforeseenForceOnTheTool,
              (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 10; ++k) {
    Rigid rigid(draw);
    const double most = draw.between(1, 20);
    PowerBound bound({.max_power = most, .sample_time = kTick, .outside_force = 20});
    rigid.advance(JointVector::Zero(rigid.arm.n));
    for (int tick = 0; tick < 30; ++tick) {
      const JointVector asked = joints_within(draw, rigid.arm.n, 80);
      rigid.effort = bound.update(rigid.arm.view(), rigid.arm.factor, asked).effort;
      rigid.advance(rigid.tool_force(vector_within(draw, 20 / std::sqrt(3.0))));
      RC_ASSERT(rigid.power <= most + 1e-9);
    }
  }
}

RC_GTEST_PROP(PowerBound, IsExceededByNoMoreThanTheDocumentedUnderAnyOutsideTorque,
              (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 10; ++k) {
    Rigid rigid(draw);
    PowerBound bound({.max_power = 5, .sample_time = kTick, .outside_force = 0});
    rigid.advance(JointVector::Zero(rigid.arm.n));
    JointVector before = JointVector::Zero(rigid.arm.n);
    for (int tick = 0; tick < 30; ++tick) {
      const JointVector asked = joints_within(draw, rigid.arm.n, 80);
      rigid.effort = bound.update(rigid.arm.view(), rigid.arm.factor, asked).effort;
      const JointVector outside = joints_within(draw, rigid.arm.n, 20);
      rigid.advance(outside);
      // half of it came before and is not in the rate, half comes now
      const JointVector push = rigid.arm.factor.push(rigid.effort);
      RC_ASSERT(rigid.power <= 5 + 0.5 * kTick * (before + outside).dot(push) + 1e-9);
      before = outside;
    }
  }
}

RC_GTEST_PROP(PowerBound, LeavesAnEffortAloneThatIsWithin, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 50; ++k) {
    const RandomArm arm(draw);
    PowerBound bound({.max_power = 1e6});
    const JointVector effort = joints_within(draw, arm.n, 10);
    const auto out = bound.update(arm.view(), arm.factor, effort);
    RC_ASSERT(out.effort == effort);
    RC_ASSERT(out.amount == 0);
  }
}

RC_GTEST_PROP(PowerBound, FitsTheEffortIntoItsAxesWithoutLosingThePower, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 50; ++k) {
    const RandomArm arm(draw);
    PowerBound bound({.max_power = 5, .max_effort = JointVector::Constant(arm.n, 12)});
    const auto out = bound.update(arm.view(), arm.factor, joints_within(draw, arm.n, 100));
    RC_ASSERT(out.effort.cwiseAbs().maxCoeff() <= 12 * (1 + 1e-12));
    RC_ASSERT(out.effort.dot(arm.velocity) <= 5 + 1e-9);
    RC_ASSERT(out.effort.dot(arm.rate) <= 5 + 1e-9);
  }
}

RC_GTEST_PROP(PowerBound, LetsNothingPassThatIsNotFinite, (std::uint64_t seed)) {
  expect_refusal_of_what_is_not_finite(
      seed,
      [](RandomArm& arm, int joint, double value, RandomDraw& draw) {
        (draw.bernoulli(0.5) ? arm.velocity : arm.rate)[joint] = value;
      },
      [](const RandomArm& arm, const JointVector& effort) -> Guarded {
        return PowerBound({}).update(arm.view(), arm.factor, effort);
      });
}

// two joints of 2 kg m², without a tool
RandomArm wheels(const JointVector& velocity) {
  RandomDraw draw(1);
  RandomArm arm(draw);
  arm.n = 2;
  arm.velocity = arm.rate = velocity;
  arm.inertia = 2 * robot::JointMatrix::Identity(2, 2);
  arm.jacobian = robot::Jacobian::Zero(6, 2);
  arm.see();
  return arm;
}

// at rest the effort's own motion within the tick is all there is to bound: ½ T s² τ²/m = P
TEST(PowerBound, ScalesWhatIsTooMuchAtRestDownToTheBound) {
  const RandomArm arm = wheels(JointVector::Zero(2));
  PowerBound bound({.max_power = 5, .sample_time = 1e-3});
  const auto out = bound.update(arm.view(), arm.factor, 1e4 * JointVector::Unit(2, 0));
  EXPECT_NEAR(out.effort[0], std::sqrt(5 * 2 * 2 / 1e-3), 1e-9);
  EXPECT_NEAR(out.amount, 25000 - 5, 1e-9);
}

// its power is finite, the square of the sum is not
TEST(PowerBound, GivesNothingOfWhatItCannotScale) {
  const RandomArm arm = wheels(JointVector::Zero(2));
  PowerBound bound({.max_power = 1e4, .sample_time = 1e-3});
  const auto out = bound.update(arm.view(), arm.factor, 1.8e154 * JointVector::Unit(2, 0));
  EXPECT_FALSE(out.refused);
  EXPECT_TRUE(out.effort.isZero(0));
}

TEST(PowerBound, LetsNothingAtRestBeNothing) {
  const RandomArm arm = wheels(JointVector::Zero(2));
  const auto out = PowerBound({}).update(arm.view(), arm.factor, JointVector::Zero(2));
  EXPECT_FALSE(out.refused);
  EXPECT_TRUE(out.effort.isZero(0));
}

TEST(PowerBound, GoesOnAfterANumberThatWasNotFinite) {
  const RandomArm arm = wheels(JointVector::Zero(2));
  PowerBound bound({.max_power = 5});
  EXPECT_TRUE(bound.update(arm.view(), arm.factor, JointVector::Constant(2, kNaN)).refused);
  const auto out = bound.update(arm.view(), arm.factor, JointVector::Constant(2, 3));
  EXPECT_FALSE(out.refused);
  EXPECT_EQ(out.effort, JointVector::Constant(2, 3));
}

TEST(PowerBound, SlowsByDampingRatherThanByScaling) {
  // at 1 rad/s, 10 N m: 10 W asked, 5 W allowed
  const RandomArm arm = wheels(JointVector::Unit(2, 0));
  PowerBound bound({.max_power = 5});
  JointVector effort(2);
  effort << 10, 3;
  const auto out = bound.update(arm.view(), arm.factor, effort);
  EXPECT_NEAR(out.effort[0], 5, 0.05);
  EXPECT_EQ(out.effort[1], 3);  // across the motion nothing is lost
  EXPECT_NEAR(out.amount, 5, 0.1);
}

}  // namespace
}  // namespace tether::guard
