#include "tether/robot/inverse_kinematics.hpp"

#include <array>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/robot/tested_robots.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Pose;
using spatial::Vector3;
using testing::HasSubstr;
using testing::ThrowsMessage;

Pose tool_at(const Chain& chain, const JointVector& q) {
  ChainState state;
  forward_kinematics(chain, q, state);
  return state.tool;
}

double limit_margin(const Chain& chain, const JointVector& q) {
  return (q - lower_limits(chain)).cwiseMin(upper_limits(chain) - q).minCoeff();
}

Matrix3 rows(const Vector3& x, const Vector3& y, const Vector3& z) {
  Matrix3 m;
  m << x.transpose(), y.transpose(), z.transpose();
  return m;
}

// a tool pose the LWR works around, and a posture near it
struct WorkPose {
  std::string name;
  Pose goal;
  std::array<double, 7> seed;
};

void PrintTo(const WorkPose& work, std::ostream* out) { *out << work.name; }

std::vector<WorkPose> work_poses() {
  const Matrix3 sideways = rows({0, 0, -1}, {-1, 0, 0}, {0, 1, 0});
  const Matrix3 down = rows({0, -1, 0}, {-1, 0, 0}, {0, 0, -1});
  return {
      {"functional_test",
       {sideways, {-0.48, 0.25, 0.70}},
       {1.6, -0.6, -1.5, -1.4, -0.3, 0.2, -1.9}},
      {"transparency", {sideways, {0, -0.25, 0.85}}, {-0.6, -1.0, 0.4, -1.4, 0.5, 1.1, -1.4}},
      {"user_tasks", {down, {0.42, -0.23, 0.06}}, {0.1, -1.2, -0.7, 1.8, -1.9, 0.7, 0.2}},
  };
}

class LwrWorkPose : public testing::TestWithParam<WorkPose> {};

TEST_P(LwrWorkPose, IsReachedFarFromLimitsAndSingularities) {
  const Chain chain = load("kuka_lwr4");
  const JointVector seed = Eigen::Map<const Eigen::Matrix<double, 7, 1>>(GetParam().seed.data());
  const auto result = inverse_kinematics(chain, GetParam().goal, seed);
  ASSERT_TRUE(result.converged);
  const Pose reached = tool_at(chain, result.q);
  EXPECT_LT((reached.position - GetParam().goal.position).norm(), 1e-9);
  EXPECT_LT(spatial::rotation_angle(reached.rotation, GetParam().goal.rotation), 1e-9);
  EXPECT_GT(limit_margin(chain, result.q), 0.3);
  EXPECT_GT(smallest_singular_value(chain, result.q), 0.1);
  EXPECT_LT((result.q - seed).cwiseAbs().maxCoeff(), 0.1);
}

INSTANTIATE_TEST_SUITE_P(Documented, LwrWorkPose, testing::ValuesIn(work_poses()),
                         [](const auto& test) { return test.param.name; });

class InverseKinematics : public testing::TestWithParam<TestedRobot> {};

TEST_P(InverseKinematics, FindsBackThePoseOfAPostureNearby) {
  const Chain chain = load_chain(GetParam().file);
  RandomPostures postures(chain);
  InverseKinematicsParams params;
  params.position_first = chain.joint_count < 6;
  int tried = 0;
  while (tried < 100 && !HasFailure()) {
    const JointVector q = postures.next().q;
    // a posture that loses a direction of motion may need a long way round
    if (chain.joint_count >= 6 && smallest_singular_value(chain, q) < 0.02) continue;
    ++tried;
    JointVector seed = q;
    for (int i = 0; i < chain.joint_count; ++i) seed[i] += postures.between(-0.03, 0.03);
    const auto result = inverse_kinematics(chain, tool_at(chain, q), seed, params);
    EXPECT_TRUE(result.converged) << "from " << seed.transpose() << " to " << q.transpose();
    const Pose reached = tool_at(chain, result.q);
    EXPECT_LT((reached.position - tool_at(chain, q).position).norm(), 1e-9);
    EXPECT_GE(limit_margin(chain, result.q), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, InverseKinematics, testing::ValuesIn(tested_robots()), robot_name);

TEST(InverseKinematics, AnArmWithFiveJointsMeetsThePositionFirst) {
  const Chain chain = load("youbot_arm");
  JointVector seed(5);
  seed << 0.3, 0.5, 0.8, 0.6, 0.1;
  Pose goal = tool_at(chain, seed);
  // a turn about the arm's own plane normal is out of its reach with the tool in place
  goal.rotation = spatial::exp_rotation(Vector3(0, 0, 0.4)) * goal.rotation;
  InverseKinematicsParams params;
  params.position_first = true;
  const auto result = inverse_kinematics(chain, goal, seed, params);
  EXPECT_TRUE(result.converged);
  EXPECT_LT(result.position_error, 1e-9);
  EXPECT_GT(result.orientation_error, 1e-3);
  EXPECT_LE(result.orientation_error, 0.4);
}

TEST(InverseKinematics, OutOfReachIsSaidAndTheNearestPoseKept) {
  const Chain chain = load("kuka_lwr4");
  const JointVector seed = JointVector::Constant(7, 0.3);
  Pose goal = tool_at(chain, seed);
  goal.position = Vector3(3, 0, 0.3);
  const auto result = inverse_kinematics(chain, goal, seed);
  EXPECT_FALSE(result.converged);
  EXPECT_TRUE(result.q.allFinite());
  // the arm is 1.2 m long from its base
  EXPECT_GT(result.position_error, 1.8);
  EXPECT_LT(result.position_error, 2.4);
  EXPECT_GE(limit_margin(chain, result.q), 0);
}

TEST(InverseKinematics, AMarginToTheLimitsIsKept) {
  const Chain chain = load("kuka_lwr4");
  InverseKinematicsParams params;
  params.limit_margin = 0.25;
  RandomPostures postures(chain);
  for (int k = 0; k < 50; ++k) {
    const Pose goal = tool_at(chain, postures.next().q);
    const auto result = inverse_kinematics(chain, goal, postures.next().q, params);
    EXPECT_GE(limit_margin(chain, result.q), params.limit_margin - 1e-12);
  }
}

TEST(InverseKinematics, AReflectionIsNoPose) {
  const Chain chain = load("kuka_lwr4");
  const Pose mirrored{rows({0, -1, 0}, {-1, 0, 0}, {0, 0, 1}), {0.42, -0.23, 0.06}};
  EXPECT_THAT([&] { inverse_kinematics(chain, mirrored, JointVector::Zero(7)); },
              ThrowsMessage<core::InputError>(HasSubstr("its determinant is -1")));
}

TEST(InverseKinematics, ASeedThatDoesNotFitIsRefused) {
  const Chain chain = load("kuka_lwr4");
  EXPECT_THAT([&] { inverse_kinematics(chain, Pose{}, JointVector::Zero(6)); },
              ThrowsMessage<core::InputError>(HasSubstr("needs 7 finite joint positions")));
}

}  // namespace
}  // namespace tether::robot
