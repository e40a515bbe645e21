#include "tether/guard/limits/torque_rate_limit.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

namespace tether::guard {
namespace {

using namespace test;

RC_GTEST_PROP(TorqueRateLimit, BoundsEveryStepForAnyEfforts, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  const int n = 1 + draw.pick(robot::kMaxJoints);
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  JointVector last = JointVector::Zero(n);
  for (int k = 0; k < 100; ++k) {
    JointVector asked = joints(n, [&] { return any_number(draw); });
    const bool wrong = draw.bernoulli(0.1);
    if (wrong) asked[draw.pick(n)] = not_finite(draw);
    const auto out = limit.update(asked);
    RC_ASSERT((out.effort - last).cwiseAbs().maxCoeff() <= 1 + 1e-12);
    RC_ASSERT(out.refused == wrong);
    RC_ASSERT(std::isfinite(out.amount));
    last = out.effort;
  }
}

TEST(TorqueRateLimit, ReachesWhatIsAskedFor) {
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  const JointVector asked = JointVector::Constant(7, 3.5);
  EXPECT_EQ(limit.update(asked).effort[0], 1);
  EXPECT_EQ(limit.update(asked).effort[0], 2);
  EXPECT_EQ(limit.update(asked).effort[0], 3);
  const auto out = limit.update(asked);
  EXPECT_EQ(out.effort, asked);
  EXPECT_EQ(out.amount, 0);
}

TEST(TorqueRateLimit, WalksToZeroWhenAnEffortIsNotFinite) {
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  limit.reset(JointVector::Constant(2, 2.5));
  const JointVector wrong = JointVector::Constant(2, std::nan(""));
  EXPECT_EQ(limit.update(wrong).effort[0], 1.5);
  EXPECT_EQ(limit.update(wrong).effort[1], 0.5);
  EXPECT_EQ(limit.update(wrong).effort[0], 0);
}

TEST(TorqueRateLimit, StartsFromRestAfterAReset) {
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  limit.reset(JointVector::Constant(2, 50));
  EXPECT_EQ(limit.update(JointVector::Constant(2, 60)).effort[0], 51);
  limit.reset();
  EXPECT_EQ(limit.update(JointVector::Constant(2, 60)).effort[0], 1);
}

// joints that move at a speed, and what the two estimates say of it
struct Moving {
  JointVector velocity, rate;
  JointVector position = JointVector::Zero(velocity.size());
  robot::JointMatrix inertia = robot::JointMatrix::Identity(velocity.size(), velocity.size());
  robot::Jacobian jacobian = robot::Jacobian::Zero(6, velocity.size());
  spatial::Pose tool;
  spatial::Twist twist;

  DeviceView view() const { return {position, velocity, rate, inertia, jacobian, tool, twist}; }
};

TEST(TorqueRateLimit, FallsBackToWhatDrivesLess) {
  const JointVector speed = JointVector::Constant(4, 0.5);
  const Moving joints{.velocity = speed, .rate = speed};
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  // a part that fell silent held back, drove, held back more than there was to drive, braked less
  JointVector without(4), with(4);
  without << 4, 2, 3, -3;
  with << 2.5, 4, -10, -1;
  limit.reset(without);
  limit.fall_back(with, joints.view());
  const JointVector effort = limit.update(JointVector::Constant(4, -2)).effort;
  EXPECT_EQ(effort[0], 1.5);
  EXPECT_EQ(effort[1], 1);
  EXPECT_EQ(effort[2], -9);
  EXPECT_EQ(effort[3], -2);
}

TEST(TorqueRateLimit, DoesNotFallBackToWhatIsNoEffort) {
  const JointVector speed = JointVector::Constant(2, 0.5);
  const Moving joints{.velocity = speed, .rate = speed};
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  limit.reset(JointVector::Constant(2, 4));
  limit.fall_back(JointVector(), joints.view());
  limit.fall_back(JointVector::Constant(2, -std::numeric_limits<double>::infinity()),
                  joints.view());
  EXPECT_EQ(limit.update(JointVector::Zero(2)).effort[0], 3);
}

// whatever is commanded with and without the part that falls silent
RC_GTEST_PROP(TorqueRateLimit, NeverDrivesMoreOnceItFallsBack, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  const int n = 1 + draw.pick(robot::kMaxJoints);
  const auto any = [&](double size) {
    return joints(n, [&] { return draw.between(-size, size); });
  };
  const Moving joints{.velocity = any(1), .rate = any(1)};
  const JointVector without = any(80), with = any(80);
  // as a safety stop brakes: not after a reversal, of which the estimate does not know yet
  const auto sure = [&](int i) { return joints.velocity[i] * joints.rate[i] > 0; };
  JointVector brake = JointVector::Zero(n);
  for (int i = 0; i < n; ++i) brake[i] = sure(i) ? -10 * joints.rate[i] : 0;
  TorqueRateLimit limit({.max_rate = 1000, .sample_time = 1e-3});
  limit.reset(without);
  const double set_aside = limit.letting_go(without, joints.view());
  limit.fall_back(with, joints.view());
  const JointVector effort = limit.update(brake).effort;
  RC_ASSERT(limit.letting_go(effort, joints.view()) <= set_aside);
  for (int i = 0; i < n; ++i) {
    if (!sure(i) || effort[i] * joints.rate[i] <= 0) continue;
    RC_ASSERT(std::abs(effort[i]) < std::abs(with[i]));
    RC_ASSERT(std::abs(effort[i]) < std::abs(without[i]));
  }
}

}  // namespace
}  // namespace tether::guard
