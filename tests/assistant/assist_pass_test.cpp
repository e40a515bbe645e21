#include "tether/assistant/assist_pass.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace tether::assistant {
namespace {

struct Forces : AssistForces {
  spatial::Wrench query(const spatial::Pose& tool, const spatial::Twist& twist) noexcept override {
    last_tool = tool;
    last_twist = twist;
    return spatial::Wrench::from_point(torque, force, tool.position);
  }
  spatial::Vector3 force{3, 4, 0}, torque{0, 0, 1};
  spatial::Pose last_tool;
  spatial::Twist last_twist;
};

ToolPose tool_at(const spatial::Vector3& place,
                 const spatial::Matrix3& turn = spatial::Matrix3::Identity()) {
  return {.last_frame = {turn, place}, .tool_offset = {}};
}

struct AssistPassTest : testing::Test {
  Forces forces;
  AssistPass pass{forces, {}};
};

TEST_F(AssistPassTest, SendsNothingBeforeTheFirstPose) {
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(pass.update(std::nullopt));
}

TEST_F(AssistPassTest, SendsForceAndTorqueAtTheToolWhereverThatIs) {
  std::optional<spatial::Wrench> sent;
  for (int i = 0; i < 100; ++i) sent = pass.update(tool_at({0.5, -0.7, 1.1}));
  ASSERT_TRUE(sent);
  EXPECT_LT((sent->force - forces.force).norm(), 1e-12);
  EXPECT_LT((sent->torque - forces.torque).norm(), 1e-12);
}

TEST_F(AssistPassTest, AsksForTheToolAndNotTheLastFrame) {
  pass.update(ToolPose{{spatial::exp_rotation({0, 0, std::numbers::pi / 2}), {1, 0, 0}},
                       {.position = {0.2, 0, 0}}});
  EXPECT_LT((forces.last_tool.position - spatial::Vector3(1, 0.2, 0)).norm(), 1e-12);
}

TEST_F(AssistPassTest, FallsSilentFiftyMillisecondsAfterTheLastPoseWithAZero) {
  for (int i = 0; i < 100; ++i) pass.update(tool_at({0, 0, 0}));
  for (int tick = 1; tick < 50; ++tick) {
    const auto sent = pass.update(std::nullopt);
    ASSERT_TRUE(sent) << tick;
    EXPECT_GT(sent->force.norm(), 0) << tick;
  }
  const auto zero = pass.update(std::nullopt);
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->vector(), spatial::Vector6::Zero());
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(pass.update(std::nullopt));
  EXPECT_TRUE(pass.silent());
  EXPECT_EQ(pass.counts().silences, 1U);
  // and comes back without a step
  EXPECT_LT(pass.update(tool_at({0, 0, 0}))->force.norm(), 5.0 / 29);
}

TEST_F(AssistPassTest, MakesAForceBeyondTheBoundsSmallerAndKeepsItsDirection) {
  forces.force = {3e5, 4e5, 0};
  std::optional<spatial::Wrench> sent;
  for (int i = 0; i < 100; ++i) sent = pass.update(tool_at({0, 0, 0}));
  EXPECT_NEAR(sent->force.norm(), 500, 1e-6);
  EXPECT_NEAR(sent->force.x() / sent->force.y(), 0.75, 1e-9);
  EXPECT_EQ(pass.counts().bounded, 100U);
}

TEST_F(AssistPassTest, AForceThatIsNoneIsNotSent) {
  for (int i = 0; i < 100; ++i) pass.update(tool_at({0, 0, 0}));
  forces.force.x() = std::nan("");
  for (int i = 0; i < 200; ++i) {
    const auto sent = pass.update(tool_at({0, 0, 0}));
    EXPECT_TRUE(!sent || sent->vector().allFinite());
  }
}

TEST(ToolTwist, IsThatOfASteadyScrewMotion) {
  const spatial::Twist motion{{0.3, -0.2, 0.5}, {0.1, 0.2, -0.05}};
  spatial::Pose tool{spatial::exp_rotation({1, 0, 0}), {0.4, 0.5, 0.6}};
  ToolTwist estimate({});
  spatial::Twist twist;
  for (int i = 0; i < 1000; ++i) {
    twist = estimate.update(tool);
    tool = spatial::exp(1e-3 * motion) * tool;
  }
  // late by 11 ms on a path that bends
  EXPECT_LT((twist.vector() - motion.vector()).norm(), 0.02 * motion.vector().norm());
}

TEST(ToolTwist, IsLateByAsMuchAsItSays) {
  // under constant acceleration a velocity that is late by t is short of a·t
  ToolTwist estimate({});
  constexpr double kAcceleration = 0.5;
  double v = 0;
  for (int i = 0; i < 1000; ++i) {
    const double t = 1e-3 * i;
    v = estimate.update({.position = {0.5 * kAcceleration * t * t, 0, 0}}).linear.x();
  }
  const double late = (kAcceleration * 0.999 - v) / kAcceleration;
  EXPECT_NEAR(late, 1 / (std::numbers::pi * 30), 1e-4);
}

TEST(ToolTwist, BeginsAnewAfterAJump) {
  ToolTwist estimate({});
  for (int i = 0; i < 100; ++i) estimate.update({.position = {0, 0, 0}});
  EXPECT_EQ(estimate.update({.position = {1, 0, 0}}).vector(), spatial::Vector6::Zero());
  EXPECT_EQ(estimate.update({.position = {1, 0, 0}}).vector(), spatial::Vector6::Zero());
}

}  // namespace
}  // namespace tether::assistant
