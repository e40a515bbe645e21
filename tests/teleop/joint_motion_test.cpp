#include "tether/teleop/joint_motion.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tether::teleop
