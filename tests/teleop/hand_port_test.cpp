// What the account of an arm that displays a simulation is shown of the hand at its tool.
#include "tether/teleop/hand_port.hpp"

#include <gtest/gtest.h>

#include "tether/robot/catalogue.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/teleop/outside.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;
using spatial::Vector3;

class HandPortTest : public testing::Test {
 protected:
  passivity::Port measure(const JointVector& q) {
    robot::forward_kinematics(chain_, q, state_);
    robot::mass_matrix(chain_, q, state_);
    tick_.velocity = velocity_;
    tick_.measured.position = q;
    tick_.rate = JointVector::Zero(7);
    outside_.update(state_, tick_);
    return port_.measure(state_, false, tick_);
  }

  robot::Chain chain_ = robot::load("panda");
  JointVector q_ = [] {
    JointVector q(7);
    q << 0.1, 0.4, -0.2, -1.9, 0.3, 2.2, 0.6;
    return q;
  }();
  JointVector velocity_ = JointVector::Constant(7, 0.3);
  robot::ChainState state_;
  Vector3 origin_{0.3, -0.1, 0.5};
  HandPort port_{origin_};
  Outside outside_{{}};
  signals::Tick tick_;
};

TEST_F(HandPortTest, BeginsItsPathAtNothingWhereverTheToolIs) {
  const auto port = measure(q_);
  EXPECT_LT(port.position.norm(), 1e-15);
  EXPECT_EQ(port.applied, JointVector::Zero(6));
}

TEST_F(HandPortTest, AddsUpTheWaysAndTurnsOfTheTool) {
  measure(q_);
  const spatial::Pose before = state_.tool;
  JointVector q = q_;
  for (int i = 0; i < 20; ++i) {
    q += JointVector::Constant(7, 1e-4);
    measure(q);
  }
  const auto port = measure(q);
  const Vector3 way = state_.tool.position - before.position;
  const Vector3 turn = spatial::log_rotation(state_.tool.rotation * before.rotation.transpose());
  EXPECT_GT(way.norm(), 1e-4);
  EXPECT_GT(turn.norm(), 1e-4);
  EXPECT_LT((port.position.tail<3>() - way).norm(), 1e-12);
  // turns of ticks do not commute; so small ones nearly do
  EXPECT_LT((port.position.head<3>() - turn).norm(), 1e-5);
}

TEST_F(HandPortTest, ShowsTheToolTheWorkspaceAndHowTheToolMoves) {
  const auto port = measure(q_);
  EXPECT_EQ(port.tool.position, state_.tool.position);
  EXPECT_EQ(port.tool.rotation, state_.tool.rotation);
  EXPECT_EQ(port.origin, origin_);
  // angular velocity, and velocity of the tool's own point
  const spatial::Vector6 twist = state_.jacobian * velocity_;
  const Vector3 angular = twist.head<3>();
  const Vector3 linear = twist.tail<3>() + angular.cross(state_.tool.position);
  EXPECT_LT((port.velocity.head<3>() - angular).norm(), 1e-12);
  EXPECT_LT((port.velocity.tail<3>() - linear).norm(), 1e-12);
}

// the six "joints" of this port are turns about the tool and ways of it
TEST_F(HandPortTest, MapsAWrenchAtTheOriginToTorqueAboutTheToolAndForce) {
  const auto port = measure(q_);
  const Vector3 force(1, -2, 3), torque(0.4, 0.5, -0.6);
  spatial::Vector6 wrench;
  wrench << torque, force;
  const JointVector effort = port.jacobian.transpose() * wrench;
  EXPECT_LT((effort.head<3>() - (torque - state_.tool.position.cross(force))).norm(), 1e-12);
  EXPECT_LT((effort.tail<3>() - force).norm(), 1e-12);
}

}  // namespace
}  // namespace tether::teleop
