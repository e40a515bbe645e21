// Orocos KDL computes the same arm by other algorithms (recursions in link frames).
#include <Eigen/Core>
#include <gtest/gtest.h>

#include "tests/robot/agreement.hpp"
#include "tests/robot/tested_robots.hpp"
#include "tests/support/oracles/kdl_model.hpp"
#include "tests/support/oracles/kdl_oracle.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

class AgainstKdl : public testing::TestWithParam<TestedRobot> {
 protected:
  template <typename Check>
  void for_postures(Check check) {
    RandomPostures postures(chain);
    for (int k = 0; k < kPostures && !HasFailure(); ++k) {
      const Posture posture = postures.next();
      all_terms(chain, posture.q, posture.velocity, state);
      check(posture);
    }
  }

  const Chain chain = load_chain(GetParam().file);
  ChainState state;
  oracle::KdlArm kdl{oracle::kdl_model(chain)};
  const int n = chain.joint_count;
};

TEST_P(AgainstKdl, TheToolPoseIsTheSame) {
  for_postures([this](const Posture& posture) {
    kdl.compute_kinematics(posture.q.data());
    Eigen::Matrix<double, 3, 3, Eigen::RowMajor> rotation;
    Eigen::Vector3d position;
    kdl.tool(rotation.data(), position.data());
    EXPECT_LT((state.tool.rotation - rotation).cwiseAbs().maxCoeff(), kTolerance);
    EXPECT_LT((state.tool.position - position).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstKdl, TheJacobianIsTheSame) {
  for_postures([this](const Posture& posture) {
    kdl.compute_kinematics(posture.q.data());
    RowMajor expected(6, n);
    kdl.jacobian(expected.data());
    EXPECT_LT((state.jacobian - expected).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstKdl, TheMassMatrixIsTheSame) {
  for_postures([this](const Posture& posture) {
    kdl.compute_mass(posture.q.data());
    RowMajor expected(n, n);
    kdl.mass(expected.data());
    EXPECT_LT((state.mass_matrix - expected).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstKdl, GravityIsTheSame) {
  for_postures([this](const Posture& posture) {
    kdl.compute_gravity(posture.q.data());
    Eigen::VectorXd expected(n);
    kdl.gravity(expected.data());
    EXPECT_LT((state.gravity - expected).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstKdl, CoriolisEffortsAreTheSame) {
  for_postures([this](const Posture& posture) {
    kdl.compute_coriolis(posture.q.data(), posture.velocity.data());
    Eigen::VectorXd expected(n);
    kdl.coriolis(expected.data());
    EXPECT_LT((state.coriolis - expected).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstKdl, TheBiasIsTheSame) {
  for_postures([this](const Posture& posture) {
    kdl.compute_bias(posture.q.data(), posture.velocity.data());
    Eigen::VectorXd expected(n);
    kdl.bias(expected.data());
    EXPECT_LT((state.bias - expected).cwiseAbs().maxCoeff(), kTolerance);
  });
}

INSTANTIATE_TEST_SUITE_P(Robots, AgainstKdl, testing::ValuesIn(tested_robots()), robot_name);

}  // namespace
}  // namespace tether::robot
