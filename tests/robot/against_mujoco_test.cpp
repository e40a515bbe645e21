// The chain that controllers use is the robot that MuJoCo simulates: one file, one truth.
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>

#include <Eigen/Core>
#include <Eigen/LU>
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "tests/robot/agreement.hpp"
#include "tests/robot/tested_robots.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Pose;
using spatial::Twist;
using spatial::Vector3;

struct Deleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};

class AgainstMujoco : public testing::TestWithParam<TestedRobot> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(model);
    data.reset(mj_makeData(model.get()));
    site = mj_name2id(model.get(), mjOBJ_SITE, "tool");
    for (int i = 0; i < n; ++i) {
      const std::string& name = chain.joints[static_cast<std::size_t>(i)].name;
      joints[static_cast<std::size_t>(i)] = mj_name2id(model.get(), mjOBJ_JOINT, name.c_str());
      ASSERT_GE(joints[static_cast<std::size_t>(i)], 0);
    }
  }

  int joint(int i) const { return joints[static_cast<std::size_t>(i)]; }
  int dof(int i) const { return model->jnt_dofadr[joint(i)]; }

  template <typename Check>
  void for_postures(Check check) {
    RandomPostures postures(chain);
    for (int k = 0; k < kPostures && !HasFailure(); ++k) {
      const Posture posture = postures.next();
      all_terms(chain, posture.q, posture.velocity, state);
      set(posture.q, posture.velocity);
      check(posture);
    }
  }

  void set(const JointVector& q, const JointVector& velocity) {
    for (int i = 0; i < n; ++i) {
      data->qpos[model->jnt_qposadr[joint(i)]] = q[i];
      data->qvel[dof(i)] = velocity[i];
    }
    mj_forward(model.get(), data.get());
  }

  Vector3 site_position() const {
    return Eigen::Map<const Vector3>(data->site_xpos + std::ptrdiff_t{3} * site);
  }

  JointVector simulated_bias() const {
    JointVector bias(n);
    for (int i = 0; i < n; ++i) bias[i] = data->qfrc_bias[dof(i)];
    return bias;
  }

  const Chain chain = load_chain(GetParam().file);
  const int n = chain.joint_count;
  ChainState state;
  std::unique_ptr<mjModel, Deleter> model{mj_loadXML(GetParam().file.c_str(), nullptr, nullptr, 0)};
  std::unique_ptr<mjData, Deleter> data;
  int site = -1;
  std::array<int, kMaxJoints> joints{};
};

TEST_P(AgainstMujoco, TheToolIsInTheSamePlace) {
  for_postures([this](const Posture&) {
    const Pose tool = chain.base * state.tool;
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rotation(
        data->site_xmat + std::ptrdiff_t{9} * site);
    EXPECT_LT((tool.position - site_position()).cwiseAbs().maxCoeff(), kTolerance);
    EXPECT_LT((tool.rotation - rotation).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstMujoco, TheJacobianIsTheSame) {
  const Pose to_base = chain.base.inverse();
  for_postures([this, &to_base](const Posture&) {
    RowMajor linear(3, model->nv);
    RowMajor angular(3, model->nv);
    mj_jacSite(model.get(), data.get(), linear.data(), angular.data(), site);
    for (int i = 0; i < n; ++i) {
      const Twist in_world =
          Twist::from_point(angular.col(dof(i)), linear.col(dof(i)), site_position());
      const spatial::Vector6 expected = to_base.adjoint(in_world).vector();
      EXPECT_LT((state.jacobian.col(i) - expected).cwiseAbs().maxCoeff(), kTolerance);
    }
  });
}

TEST_P(AgainstMujoco, TheMassMatrixIsTheSame) {
  for_postures([this](const Posture&) {
    RowMajor full(model->nv, model->nv);
    mj_fullM(model.get(), full.data(), data->qM);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        EXPECT_NEAR(state.mass_matrix(i, j), full(dof(i), dof(j)), kTolerance);
      }
    }
  });
}

TEST_P(AgainstMujoco, GravityAndCoriolisEffortsAreTheSame) {
  for_postures([this](const Posture& posture) {
    EXPECT_LT((state.bias - simulated_bias()).cwiseAbs().maxCoeff(), kTolerance);
    // at rest only gravity is left
    const JointVector moving = simulated_bias();
    set(posture.q, JointVector::Zero(n));
    const JointVector resting = simulated_bias();
    EXPECT_LT((state.gravity - resting).cwiseAbs().maxCoeff(), kTolerance);
    EXPECT_LT((state.coriolis - (moving - resting)).cwiseAbs().maxCoeff(), kTolerance);
  });
}

TEST_P(AgainstMujoco, EveryJointOfTheArmHasTheLimitsThatAreSimulated) {
  for (int i = 0; i < n; ++i) {
    const Joint& ours = chain.joints[static_cast<std::size_t>(i)];
    if (model->jnt_limited[joint(i)] != 0) {
      const mjtNum* range = model->jnt_range + std::ptrdiff_t{2} * joint(i);
      EXPECT_EQ(ours.lower, range[0]);
      EXPECT_EQ(ours.upper, range[1]);
    } else {
      EXPECT_TRUE(std::isinf(ours.lower) && std::isinf(ours.upper));
    }
    EXPECT_EQ(ours.armature, model->dof_armature[dof(i)]);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, AgainstMujoco, testing::ValuesIn(tested_robots()), robot_name);

// what moves the handle along an axis, its orientation held: Σ τ_i |q̇_i| / v
TEST(PhantomInMujoco, TakesTwoTenthsOfANewtonToMoveFromTheMiddleOfItsWorkspace) {
  const char* const file = TETHER_SOURCE_DIR "/robots/phantom_premium.xml";
  const Chain chain = load_chain(file);
  std::array<char, 1000> error{};
  const std::unique_ptr<mjModel, Deleter> model(
      mj_loadXML(file, nullptr, error.data(), static_cast<int>(error.size())));
  ASSERT_TRUE(model) << error.data();
  JointVector middle(6);
  middle << 0, 1.0064262061, -0.4420560855, 0, 0.5643701207, 0;
  ChainState state;
  jacobian(chain, middle, state);
  const Eigen::MatrixXd at_tool = tool_point_jacobian(state);
  const Eigen::Map<const Eigen::VectorXd> friction(model->dof_frictionloss, 6);
  for (int axis = 0; axis < 3; ++axis) {
    Eigen::VectorXd along = Eigen::VectorXd::Zero(6);
    along[3 + axis] = 1;
    const Eigen::VectorXd speeds = at_tool.partialPivLu().solve(along);
    EXPECT_NEAR(friction.dot(speeds.cwiseAbs()), 0.2, 0.001) << axis;
  }
}

}  // namespace
}  // namespace tether::robot
