#include "tether/teleop/joint_motion.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tether/control/estimators/finite_difference.hpp"
#include "tether/control/estimators/state_variable_filter.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;

// keeps what it is given
class Heedful final : public control::VelocityEstimator {
 public:
  JointVector update(const JointVector& position) noexcept override { return position; }
  void reset(const JointVector&) noexcept override {}
};

TEST(JointMotion, StandsStillAtTheFirstPosition) {
  JointMotion motion(std::make_unique<Heedful>(), 1000);
  motion.update(JointVector::Constant(3, 0.7), 0);
  EXPECT_EQ(motion.rate(), JointVector::Zero(3));
}

TEST(JointMotion, TakesTheRateFromTheLastDisplacement) {
  JointMotion motion(std::make_unique<Heedful>(), 1000);
  motion.update(JointVector::Zero(3), 0);
  motion.update(JointVector::Constant(3, 0.002), 0);
  EXPECT_TRUE(motion.rate().isApprox(JointVector::Constant(3, 2)));
  // over the ticks that were left out
  motion.update(JointVector::Constant(3, 0.008), 2);
  EXPECT_TRUE(motion.rate().isApprox(JointVector::Constant(3, 2)));
}

// moved at 0.1 m/s, measured every `interval` ticks: the highest and the lowest speed that is seen
struct Seen {
  double highest = 0, lowest = 1, highest_rate = 0, lowest_rate = 1;
};
Seen seen_of(std::unique_ptr<control::VelocityEstimator> estimator, int interval) {
  JointMotion motion(std::move(estimator), 1000);
  Seen seen;
  for (int k = 0; k < 2000; ++k) {
    const int measured = k / interval * interval;
    motion.update(JointVector::Constant(1, 1e-4 * measured), 0, k == measured);
    if (k < 1000) continue;
    seen.highest = std::max(seen.highest, motion.velocity()[0]);
    seen.lowest = std::min(seen.lowest, motion.velocity()[0]);
    seen.highest_rate = std::max(seen.highest_rate, motion.rate()[0]);
    seen.lowest_rate = std::min(seen.lowest_rate, motion.rate()[0]);
  }
  return seen;
}

TEST(JointMotion, SeesNoStairsOfADeviceThatIsMeasuredTenTimesASecond) {
  for (const int interval : {3, 7, 10, 100, 400}) {
    for (const bool filtered : {false, true}) {
      std::unique_ptr<control::VelocityEstimator> estimator;
      if (filtered) {
        estimator = std::make_unique<control::StateVariableFilter>(
            control::StateVariableFilterParams{30, 1e-3});
      } else {
        estimator =
            std::make_unique<control::FiniteDifference>(control::FiniteDifferenceParams{20, 1e-3});
      }
      const Seen seen = seen_of(std::move(estimator), interval);
      EXPECT_NEAR(seen.highest, 0.1, 1e-3) << interval << filtered;
      EXPECT_NEAR(seen.lowest, 0.1, 1e-3) << interval << filtered;
      EXPECT_NEAR(seen.highest_rate, 0.1, 1e-9) << interval;
      EXPECT_NEAR(seen.lowest_rate, 0.1, 1e-9) << interval;
    }
  }
}

TEST(JointMotion, StandsStillWhenASlowDeviceIsLongOverdue) {
  JointMotion motion(
      std::make_unique<control::FiniteDifference>(control::FiniteDifferenceParams{20, 1e-3}), 1000);
  for (int k = 0; k <= 200; ++k) {
    motion.update(JointVector::Constant(1, 1e-4 * (k / 10 * 10)), 0, k % 10 == 0);
  }
  const JointVector last = JointVector::Constant(1, 0.02);
  for (int k = 0; k < 30; ++k) {
    motion.update(last, 0, false);
    EXPECT_NEAR(motion.velocity()[0], 0.1, 1e-9) << k;
  }
  motion.update(last, 0, false);
  EXPECT_EQ(motion.velocity(), JointVector::Zero(1));
  EXPECT_EQ(motion.rate(), JointVector::Zero(1));
  // and goes on with the mean speed since
  for (int k = 0; k < 9; ++k) motion.update(last, 0, false);
  motion.update(JointVector::Constant(1, 0.02 + 0.041), 0, true);
  EXPECT_NEAR(motion.rate()[0], 1, 1e-9);
  EXPECT_NEAR(motion.velocity()[0], 1, 1e-9);
}

TEST(JointMotion, SeesThatASlowDeviceRestsAtItsNextMeasurement) {
  JointMotion motion(
      std::make_unique<control::FiniteDifference>(control::FiniteDifferenceParams{20, 1e-3}), 1000);
  for (int k = 0; k <= 2000; ++k) {
    motion.update(JointVector::Constant(1, 1e-3 * std::min(k / 100, 10)), 0, k % 100 == 0);
    if (k == 1099) {
      EXPECT_GT(motion.rate()[0], 0);
    }
    if (k == 1100) {
      EXPECT_EQ(motion.rate()[0], 0);
      EXPECT_NEAR(motion.velocity()[0], 0, 1e-12);
    }
  }
}

// a quick device, or an interface at half the rate, is taken as it always was
TEST(JointMotion, TakesRepeatsOfAnInterfaceAtHalfTheRateAsTheyCome) {
  const auto estimator = [] {
    return std::make_unique<control::StateVariableFilter>(
        control::StateVariableFilterParams{30, 1e-3});
  };
  JointMotion informed(estimator(), 1000), uninformed(estimator(), 1000);
  for (int k = 0; k < 500; ++k) {
    const JointVector position = JointVector::Constant(2, std::sin(1e-2 * (k / 2 * 2)));
    informed.update(position, 0, k % 2 == 0);
    uninformed.update(position, 0);
    ASSERT_EQ(informed.velocity(), uninformed.velocity());
    ASSERT_EQ(informed.rate(), uninformed.rate());
  }
}

}  // namespace
}  // namespace tether::teleop
