#include "tether/robot/human_arm.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include "tests/robot/tested_robots.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Vector3;
constexpr double kRight = std::numbers::pi / 2;

class HumanArm : public testing::Test {
 protected:
  Vector3 hand(const JointVector& q) {
    forward_kinematics(arm, q, state);
    return state.tool.position;
  }
  // all joints at zero but one
  Vector3 hand(int joint, double angle) {
    JointVector q = JointVector::Zero(7);
    q[joint] = angle;
    return hand(q);
  }

  const Chain arm = human_arm();
  ChainState state;
};

TEST_F(HumanArm, HangsStraightDownAtZero) {
  EXPECT_TRUE(hand(0, 0).isApprox(Vector3(-0.45, 0, 0), 1e-15));
  EXPECT_TRUE(state.tool.rotation.isIdentity(1e-15));
}

TEST_F(HumanArm, ReachesWhereEachJointAloneLeadsIt) {
  const auto near = [](const Vector3& a, const Vector3& b) { return (a - b).norm() < 1e-15; };
  EXPECT_TRUE(near(hand(0, kRight), {0, -0.45, 0}));          // abducted: out to the right
  EXPECT_TRUE(near(hand(1, kRight), {0, 0, -0.45}));          // flexed: forward
  EXPECT_TRUE(near(hand(2, kRight), {-0.45, 0, 0}));          // turned about itself
  EXPECT_TRUE(near(hand(kElbow, kRight), {-0.2, 0, -0.25}));  // forearm forward
  for (const int wrist : {4, 5, 6}) EXPECT_TRUE(near(hand(wrist, kRight), {-0.45, 0, 0}));
}

// the upper arm turned by a right angle swings the bent forearm sideways
TEST_F(HumanArm, TurnsItsBentForearmWithTheUpperArm) {
  JointVector q = JointVector::Zero(7);
  q[2] = -kRight;
  q[kElbow] = kRight;
  EXPECT_LT((hand(q) - Vector3(-0.2, 0.25, 0)).norm(), 1e-15);
  q[2] = kRight;
  EXPECT_LT((hand(q) - Vector3(-0.2, -0.25, 0)).norm(), 1e-15);
}

TEST_F(HumanArm, ItsHandPointJacobianIsTheSlopeOfTheHandPosition) {
  constexpr double kStep = 1e-5;
  RandomPostures postures{arm};
  for (int k = 0; k < 200 && !HasFailure(); ++k) {
    const JointVector q = postures.next().q;
    jacobian(arm, q, state);
    const Jacobian at_hand = tool_point_jacobian(state);
    for (int i = 0; i < arm.joint_count; ++i) {
      JointVector before = q, after = q;
      before[i] -= kStep;
      after[i] += kStep;
      const Vector3 slope = (hand(after) - hand(before)) / (2 * kStep);
      EXPECT_LT((at_hand.col(i).tail<3>() - slope).norm(), 1e-9) << "joint " << i;
    }
  }
}

TEST_F(HumanArm, HasTheRangesAndTorquesOfTheLiterature) {
  constexpr std::array kTorques{134, 115, 60, 72, 9, 21, 20};
  double range = 0, torque = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(arm.joints[i].max_effort, kTorques[i]);
    range += arm.joints[i].upper - arm.joints[i].lower;
    torque += arm.joints[i].max_effort;
  }
  EXPECT_NEAR(range * 180 / std::numbers::pi, 182 + 249 + 131 + 142 + 175 + 74 + 189, 1e-9);
  EXPECT_EQ(torque, 431);
}

}  // namespace
}  // namespace tether::robot
