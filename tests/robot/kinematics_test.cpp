#include "tether/robot/kinematics.hpp"

#include <gtest/gtest.h>

#include "tests/robot/tested_robots.hpp"

namespace tether::robot {
namespace {

using spatial::Pose;
using spatial::Twist;
using spatial::Vector3;
using spatial::Wrench;

class Kinematics : public testing::TestWithParam<TestedRobot> {
 protected:
  Pose tool_at(const JointVector& q) const {
    ChainState scratch;
    forward_kinematics(chain, q, scratch);
    return scratch.tool;
  }

  const Chain chain = load_chain(GetParam().file);
  ChainState state;
  RandomPostures postures{chain};
};

TEST_P(Kinematics, TheJacobianIsTheDerivativeOfTheToolPose) {
  constexpr double kStep = 1e-5;
  for (int k = 0; k < 100 && !HasFailure(); ++k) {
    const JointVector q = postures.next().q;
    jacobian(chain, q, state);
    for (int i = 0; i < chain.joint_count; ++i) {
      JointVector before = q;
      JointVector after = q;
      before[i] -= kStep;
      after[i] += kStep;
      const Twist moved = spatial::log(tool_at(after) * tool_at(before).inverse());
      const spatial::Vector6 slope = moved.vector() / (2 * kStep);
      EXPECT_LT((state.jacobian.col(i) - slope).cwiseAbs().maxCoeff(), 1e-9);
    }
  }
}

TEST_P(Kinematics, PowerAtTheToolIsPowerAtTheJoints) {
  for (int k = 0; k < kPostures && !HasFailure(); ++k) {
    const Posture posture = postures.next();
    jacobian(chain, posture.q, state);
    const auto random3 = [this] {
      return Vector3(postures.between(-50, 50), postures.between(-50, 50),
                     postures.between(-50, 50));
    };
    const Wrench wrench{random3(), random3()};
    const Twist twist = tool_twist(state.jacobian, posture.velocity);
    const JointVector efforts = joint_efforts(state.jacobian, wrench);
    const double scale = efforts.cwiseAbs().dot(posture.velocity.cwiseAbs());
    EXPECT_NEAR(power(wrench, twist), efforts.dot(posture.velocity), 1e-12 * scale);
  }
}

TEST_P(Kinematics, TheToolPointJacobianGivesTheVelocityOfTheToolPoint) {
  for (int k = 0; k < 100 && !HasFailure(); ++k) {
    const Posture posture = postures.next();
    jacobian(chain, posture.q, state);
    const spatial::Vector6 at_tool = tool_point_jacobian(state) * posture.velocity;
    const Twist twist = tool_twist(state.jacobian, posture.velocity);
    EXPECT_LT((at_tool.head<3>() - twist.angular).norm(), 1e-13);
    EXPECT_LT((at_tool.tail<3>() - twist.velocity_at(state.tool.position)).norm(), 1e-13);
  }
}

TEST_P(Kinematics, FramesStayRotations) {
  for (int k = 0; k < 100 && !HasFailure(); ++k) {
    forward_kinematics(chain, postures.next().q, state);
    EXPECT_TRUE((state.tool.rotation * state.tool.rotation.transpose()).isIdentity(1e-14));
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Kinematics, testing::ValuesIn(tested_robots()), robot_name);

TEST(Kinematics, TheUprightLwrHoldsItsToolStraightAboveTheBase) {
  const Chain chain = load("kuka_lwr4");
  ChainState state;
  jacobian(chain, JointVector::Zero(7), state);
  const double height = 0.102 + 0.2084 + 0.1914 + 0.2084 + 0.1914 + 0.196 + 0.07 + 0.03;
  EXPECT_LT((state.tool.position - Vector3(0, 0, height)).norm(), 1e-15);
  EXPECT_TRUE(state.tool.rotation.isIdentity(1e-15));
  // the second axis is −y at a height of 0.3104 m
  spatial::Vector6 second;
  second << 0, -1, 0, 0.102 + 0.2084, 0, 0;
  EXPECT_LT((state.jacobian.col(1) - second).norm(), 1e-15);
}

TEST(Kinematics, AChainThatWasNotPreparedGivesNoPlausiblePose) {
  Chain chain;
  chain.joint_count = 1;
  ChainState state;
  forward_kinematics(chain, JointVector::Zero(1), state);
  EXPECT_FALSE(state.tool.rotation.allFinite());
}

}  // namespace
}  // namespace tether::robot
