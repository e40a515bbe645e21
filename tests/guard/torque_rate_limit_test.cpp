#include "tether/guard/torque_rate_limit.hpp"

#include <cmath>

#include "tests/guard/random_arm.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
    const bool wrong = draw.chance(0.1);
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

}  // namespace
}  // namespace tether::guard
