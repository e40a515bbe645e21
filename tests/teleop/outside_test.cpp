#include "tether/teleop/outside.hpp"

#include <gtest/gtest.h>

#include "tether/robot/catalogue.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;
using spatial::Vector3;

class OutsideTest : public testing::Test {
 protected:
  const signals::OutsideTick& at(const JointVector& q, const spatial::Wrench& wrench = {}) {
    tick_.measured.position = q;
    tick_.measured.applied = applied_;
    tick_.measured.external_at_tool = wrench;
    tick_.rate = rate_;
    robot::mass_matrix(chain_, q, state_);
    outside_.update(state_, tick_);
    return tick_.outside;
  }

  robot::Chain chain_ = robot::load("panda");
  JointVector q_ = (JointVector(7) << 0.1, 0.4, -0.2, -1.9, 0.3, 2.2, 0.6).finished();
  JointVector small_ = JointVector::Constant(7, 1e-4);
  JointVector rate_ = JointVector::Constant(7, 0.2), applied_ = JointVector::Constant(7, 3);
  robot::ChainState state_;
  signals::Tick tick_;
  Outside outside_{{.force = 0.5, .torque = 0.1}};
};

TEST_F(OutsideTest, BeginsWithNothing) {
  const auto& outside = at(q_, {Vector3(1, 2, 3), Vector3(4, 5, 6)});
  EXPECT_EQ(outside.taken_in, 0);
  EXPECT_EQ(outside.taken_in_at_motors, 0);
  EXPECT_EQ(outside.uncertain, 0);
  EXPECT_FALSE(outside.counts);
}

TEST_F(OutsideTest, CountsWrenchTimesMotionOfTheTool) {
  at(q_);
  const spatial::Pose before = state_.tool;
  const spatial::Wrench wrench{Vector3(1, -2, 3), Vector3(4, 5, -6)};
  const auto& outside = at(q_ + small_, wrench);
  const Vector3 way = state_.tool.position - before.position;
  const Vector3 turn = spatial::log_rotation(state_.tool.rotation * before.rotation.transpose());
  EXPECT_NEAR(outside.taken_in, wrench.force.dot(way) + wrench.torque.dot(turn), 1e-15);
  EXPECT_TRUE(outside.effort.tail<3>().isApprox(-wrench.force));
  EXPECT_TRUE(outside.effort.head<3>().isApprox(-wrench.torque));
  EXPECT_TRUE(outside.path.tail<3>().isApprox(way));
  // an interface that repeats its position exchanges nothing
  const double taken_in = outside.taken_in;
  EXPECT_EQ(at(q_ + small_, wrench).taken_in, taken_in);
}

TEST_F(OutsideTest, WhatCrossesIsTheWorkOfTheEffortsThatTheWrenchIsWorth) {
  at(q_);
  const spatial::Wrench wrench{Vector3(1, -2, 3), Vector3(4, 5, -6)};
  const JointVector efforts = robot::joint_efforts(
      state_.jacobian,
      spatial::Wrench::from_point(wrench.torque, wrench.force, state_.tool.position));
  EXPECT_NEAR(at(q_ + small_, wrench).taken_in, efforts.dot(small_), 1e-6);
}

TEST_F(OutsideTest, CountsTheMotorsBeside) {
  at(q_);
  EXPECT_NEAR(at(q_ + small_).taken_in_at_motors, -applied_.dot(small_), 1e-15);
}

TEST_F(OutsideTest, HasTheEnergyOfTheMeanMotion) {
  const double kinetic = at(q_).kinetic;
  EXPECT_NEAR(kinetic, 0.5 * rate_.dot(state_.mass_matrix * rate_), 1e-15);
}

TEST_F(OutsideTest, WhatAnErrorMayHideGrowsWithTheWayAndTheTurnAndNeverShrinks) {
  at(q_);
  const spatial::Pose before = state_.tool;
  const double there = at(q_ + small_).uncertain;
  const Vector3 way = state_.tool.position - before.position;
  const Vector3 turn = spatial::log_rotation(state_.tool.rotation * before.rotation.transpose());
  EXPECT_NEAR(there, 0.5 * way.norm() + 0.1 * turn.norm(), 1e-15);
  EXPECT_NEAR(at(q_).uncertain, 2 * there, 1e-9);
}

}  // namespace
}  // namespace tether::teleop
