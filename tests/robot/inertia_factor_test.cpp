#include "tether/robot/inertia_factor.hpp"

#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

namespace tether::robot {
namespace {

using namespace guard::test;

RC_GTEST_PROP(InertiaFactor, SolvesAsAnInverseDoes, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 20; ++k) {
    const RandomArm arm(draw);
    const Eigen::MatrixXd inverse = Eigen::MatrixXd(arm.inertia).inverse();
    const JointVector effort = joints_within(draw, arm.n, 50);
    RC_ASSERT(arm.factor.valid());
    RC_ASSERT(arm.factor.push(effort).isApprox(inverse * effort, 1e-8));
    const int joint = draw.pick(arm.n);
    const double expected = 1 / inverse(joint, joint);
    RC_ASSERT(std::abs(arm.factor.joint_inertia(joint) - expected) <= 1e-8 * expected);
  }
}

RC_GTEST_PROP(InertiaFactor, MakesDampersOnAllJointsThatSamplingBears, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 20; ++k) {
    const RandomArm arm(draw);
    Eigen::VectorXd root(arm.n);
    for (int i = 0; i < arm.n; ++i) root[i] = std::sqrt(arm.factor.joint_inertia(i));
    const Eigen::MatrixXd scaled =
        root.asDiagonal() * Eigen::MatrixXd(arm.inertia).inverse() * root.asDiagonal();
    const double largest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvalues().maxCoeff();
    RC_ASSERT(largest <= arm.n * (1 + 1e-6));
  }
}

TEST(InertiaFactor, RefusesWhatIsNoInertia) {
  InertiaFactor factor;
  robot::JointMatrix inertia = robot::JointMatrix::Identity(3, 3);
  factor.update(inertia);
  EXPECT_TRUE(factor.valid());
  inertia(1, 1) = -1;
  factor.update(inertia);
  EXPECT_FALSE(factor.valid());
  EXPECT_TRUE(factor.push(JointVector::Ones(3)).isZero(0));
  inertia(1, 1) = std::nan("");
  factor.update(inertia);
  EXPECT_FALSE(factor.valid());
  EXPECT_EQ(factor.joint_inertia(0), 0);
}

}  // namespace
}  // namespace tether::robot
