#include "tether/guard/limits/joint_stops.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

namespace tether::guard {
namespace {

using namespace test;

JointStopsParams stops_of(int n, double effort) {
  return {.lower = JointVector::Constant(n, -1),
          .upper = JointVector::Constant(n, 1),
          .max_effort = JointVector::Constant(n, effort),
          .sample_time = kTick};
}

RC_GTEST_PROP(JointStops, NeverPushesOnAtALimitWhateverComesIn, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    arm.rate = joints(arm.n, [&] { return any_number(draw); });
    if (draw.bernoulli(0.5)) arm.position = joints(arm.n, [&] { return any_number(draw); });
    const JointVector asked = joints(arm.n, [&] { return any_number(draw); });
    JointStops stops(stops_of(arm.n, 50));
    const auto out = stops.update(arm.view(), arm.factor, asked);
    RC_ASSERT(out.effort.allFinite());
    RC_ASSERT(std::isfinite(out.amount));
    RC_ASSERT(out.potential >= 0);
    for (int i = 0; i < arm.n; ++i) {
      const bool at_limit = std::abs(arm.position[i]) > 0.95;
      const double side = (at_limit ? arm.position[i] : arm.rate[i]) > 0 ? 1 : -1;
      // only ever away from the limit, and by no more than the rating
      RC_ASSERT(side * (out.effort[i] - asked[i]) <= 0);
      RC_ASSERT(std::abs(out.effort[i]) <= std::max(std::abs(asked[i]), 50.0));
      if (std::abs(arm.position[i]) >= 1) RC_ASSERT(side * out.effort[i] <= 0);
    }
  }
}

RC_GTEST_PROP(JointStops, KeepSimulatedJointsWithinTheirLimits, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 5; ++k) {
    RandomArm arm(draw);
    arm.n = 1;
    const double inertia = std::pow(10.0, draw.between(-2, 0.5));
    arm.inertia = robot::JointMatrix::Constant(1, 1, inertia);
    arm.position = arm.rate = JointVector::Zero(1);
    arm.jacobian = robot::Jacobian::Zero(6, 1);
    arm.velocity = arm.rate;
    arm.see();
    const double rating = draw.between(10, 90);
    const JointStopsParams params = stops_of(1, rating);
    const double spring = std::min(rating / params.margin, inertia * std::pow(0.125 / kTick, 2));
    const double held = 0.5 * params.margin * spring - inertia * params.braking;
    if (held <= 0) continue;
    JointStops stops(params);
    double velocity = 0, hand = 0, asked = 0;
    for (int tick = 0; tick < 4000; ++tick) {
      if (tick % 500 == 0) {
        hand = held * draw.between(-1, 1);
        asked = rating * draw.between(-1, 1);
      }
      const auto out = stops.update(arm.view(), arm.factor, JointVector::Constant(1, asked));
      const double effort = std::clamp(out.effort[0], -rating, rating);
      // nothing moves faster than joints do
      double drive = (effort + hand) / inertia;
      if (velocity * drive > 0 && std::abs(velocity) > 2.6) drive = 0;
      const double before = arm.position[0];
      arm.position[0] += kTick * (velocity + 0.5 * kTick * drive);
      velocity += kTick * drive;
      arm.rate[0] = (arm.position[0] - before) / kTick;
      RC_ASSERT(std::abs(arm.position[0]) <= 1);
    }
  }
}

RC_GTEST_PROP(JointStops, LetsNothingPassThatIsNotFinite, (std::uint64_t seed)) {
  expect_refusal_of_what_is_not_finite(
      seed,
      [](RandomArm& arm, int joint, double value, RandomDraw& draw) {
        (draw.bernoulli(0.5) ? arm.position : arm.rate)[joint] = value;
      },
      [](const RandomArm& arm, const JointVector& effort) -> Guarded {
        const auto out = JointStops(stops_of(arm.n, 50)).update(arm.view(), arm.factor, effort);
        return {out.effort, out.amount, out.refused};
      });
}

TEST(JointStops, TheSpringGivesBackWhatItStored) {
  // in and out of the margin, slowly: the work done against the spring is its potential
  RandomDraw draw(1);
  RandomArm arm(draw);
  arm.n = 1;
  arm.inertia = robot::JointMatrix::Constant(1, 1, 1);
  arm.position = arm.rate = arm.velocity = JointVector::Zero(1);
  arm.jacobian = robot::Jacobian::Zero(6, 1);
  arm.see();
  JointStops stops(stops_of(1, 50));
  const JointVector none = JointVector::Zero(1);
  double work = 0, last = 0;
  for (int k = 0; k <= 1000; ++k) {
    arm.position[0] = 0.95 + 4e-5 * k;
    const auto out = stops.update(arm.view(), arm.factor, none);
    work += 0.5 * (last - out.effort[0]) * 4e-5;
    last = -out.effort[0];
    EXPECT_NEAR(out.potential, work - (k == 0 ? 0.5 * last * 4e-5 : 0), 1e-9);
  }
  EXPECT_GT(last, 30);
  // the inertia that the joint shows now does not change the spring that was wound up
  arm.inertia *= 1e-4;
  arm.see();
  EXPECT_NEAR(stops.update(arm.view(), arm.factor, none).potential, work, 1e-9);
}

// wound up anew each time, by the inertia that the joint shows then
TEST(JointStops, ForgetsItsSpringWhenTheJointHasLeftIt) {
  RandomDraw draw(1);
  RandomArm arm(draw);
  arm.n = 1;
  arm.position = arm.rate = arm.velocity = JointVector::Zero(1);
  arm.jacobian = robot::Jacobian::Zero(6, 1);
  JointStops stops(stops_of(1, 50));
  const auto potential_at = [&](double position, double inertia) {
    arm.position[0] = position;
    arm.inertia = robot::JointMatrix::Constant(1, 1, inertia);
    arm.see();
    return stops.update(arm.view(), arm.factor, JointVector::Zero(1)).potential;
  };
  const double heavy = potential_at(0.98, 1);
  EXPECT_EQ(potential_at(0.98, 1e-4), heavy);
  EXPECT_EQ(potential_at(0.5, 1e-4), 0);
  EXPECT_LT(potential_at(0.98, 1e-4), 0.1 * heavy);
}

TEST(JointStops, ReportHowMuchTheyChange) {
  RandomDraw draw(3);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    arm.position = joints_within(draw, arm.n, 1);
    const JointVector asked = joints_within(draw, arm.n, 60);
    const auto out = JointStops(stops_of(arm.n, 50)).update(arm.view(), arm.factor, asked);
    EXPECT_NEAR(out.amount, (out.effort - asked).norm(), 1e-12);
  }
}

TEST(JointStops, LeavesJointsAloneInTheMiddle) {
  RandomDraw draw(2);
  RandomArm arm(draw);
  arm.position.setZero();
  JointStops stops(stops_of(arm.n, 50));
  const JointVector effort = joints_within(draw, arm.n, 0.5);
  const auto out = stops.update(arm.view(), arm.factor, effort);
  EXPECT_EQ(out.effort, effort);
  EXPECT_EQ(out.amount, 0);
}

}  // namespace
}  // namespace tether::guard
