// the couplings beside each other: what they ask for, what they send, and how they are related
#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/control/couplings/four_channel.hpp"
#include "tether/control/couplings/position_position.hpp"
#include "tether/control/couplings/rate.hpp"

namespace tether::control {
namespace {

using spatial::Matrix3;
using spatial::Pose;
using spatial::Vector3;
using spatial::Wrench;
using test::any_vector;

Pose pose(test::RandomDraw& draw, double turn, double shift) {
  return {spatial::exp_rotation(any_vector(draw, turn)), any_vector(draw, shift)};
}
CouplingInput input(test::RandomDraw& draw) {
  CouplingInput in;
  in.tool = pose(draw, 0.5, 0.1);
  in.twist = {any_vector(draw, 1), any_vector(draw, 1)};
  in.external = {any_vector(draw, 1), any_vector(draw, 10)};
  in.remote_valid = true;
  in.remote = {.pose = pose(draw, 0.5, 0.1),
               .wrench = {any_vector(draw, 1), any_vector(draw, 10)},
               .kinetic = 0,
               .twist = {any_vector(draw, 1), any_vector(draw, 1)},
               .external = {any_vector(draw, 1), any_vector(draw, 10)}};
  return in;
}
WorkspaceMapParams some_map(test::RandomDraw& draw) {
  return {.offset = pose(draw, 2, 1),
          .scale = draw.between(0.3, 3),
          .rotation = spatial::exp_rotation(any_vector(draw, 2))};
}
void expect_near(const Wrench& a, const Wrench& b) {
  EXPECT_LT((a.vector() - b.vector()).norm(), 1e-9 * (1 + b.vector().norm()));
}

TEST(PositionPosition, PullsBothToolsTowardsEachOtherAndDampsWhatTheyDoApart) {
  const PoseControllerParams controller{.stiffness = {}, .translation_damping = 10};
  PositionPositionLeader leader({.port = {}, .controller = controller});
  PositionPositionFollower follower({.map = {}, .controller = controller});
  CouplingInput in;
  in.remote_valid = true;
  in.remote.pose.position = Vector3(0.02, 0, 0);
  in.remote.twist.linear = Vector3(0.1, 0, 0);
  in.twist.linear = Vector3(0.3, 0, 0);
  for (Coupling* half : {static_cast<Coupling*>(&leader), static_cast<Coupling*>(&follower)}) {
    const auto out = half->update(in);
    EXPECT_NEAR(out.wrench.force.x(), 500 * 0.02 - 10 * 0.2, 1e-9);
    EXPECT_NEAR(out.potential, 0.5 * 500 * 0.02 * 0.02, 1e-12);
  }
}

// both springs do the same work for the same stretch, whatever the map
TEST(PositionPosition, GivesTheHandTheFollowersForceThroughTheMap) {
  test::RandomDraw draw(3);
  for (int i = 0; i < 300; ++i) {
    const WorkspaceMapParams map = some_map(draw);
    const PoseControllerParams controller;
    const double felt = draw.between(0.1, 4);
    PositionPositionFollower follower({.map = map, .controller = controller});
    PositionPositionLeader leader({.port = {.reference = {}, .torque = true},
                                   .controller = for_leader(controller, map.scale, felt)});
    CouplingInput hand = input(draw), arm = input(draw);
    hand.tool.rotation.setIdentity();
    hand.twist.angular.setZero();
    arm.tool.rotation = map.offset.rotation;
    arm.twist.angular.setZero();
    arm.remote = leader.update(hand).send;
    const auto pull = follower.update(arm);
    hand.remote = pull.send;
    // in translation: a turn's spring is about another point
    const Vector3 back = leader.update(hand).wrench.force;
    const Vector3 expected = -felt * pull.send.wrench.force;
    EXPECT_LT((back - expected).norm(), 1e-9 * (1 + expected.norm()));
  }
}

TEST(FourChannel, IsPositionPositionWithoutForcesAndModels) {
  test::RandomDraw draw(4);
  const FourChannelParams channels{.c1 = 1, .c2 = 0, .c3 = 0, .c4 = 1};
  for (int i = 0; i < 300; ++i) {
    const WorkspaceMapParams map = some_map(draw);
    const LeaderPortParams port{.reference = pose(draw, 2, 1), .torque = draw.bernoulli(0.5)};
    const PoseControllerParams controller;
    FourChannelLeader leader({.port = port, .controller = controller, .channels = channels});
    FourChannelFollower follower({.map = map, .controller = controller, .channels = channels});
    PositionPositionLeader other_leader({.port = port, .controller = controller});
    PositionPositionFollower other_follower({.map = map, .controller = controller});
    for (int k = 0; k < 3; ++k) {
      const CouplingInput in = input(draw);
      expect_near(leader.update(in).wrench, other_leader.update(in).wrench);
      expect_near(follower.update(in).wrench, other_follower.update(in).wrench);
      expect_near(follower.update(in).send.wrench, other_follower.update(in).send.wrench);
    }
  }
}

TEST(FourChannel, IsPositionForceWithTheMeasuredForceAloneComingBack) {
  test::RandomDraw draw(5);
  const LowPassParams measured{.cutoff = 40};
  const FourChannelParams channels{
      .c1 = 1, .c2 = 1, .c3 = 0, .c4 = 0, .measured = measured, .force_scale = 0.7};
  const WorkspaceMapParams map = some_map(draw);
  const LeaderPortParams port{.reference = pose(draw, 2, 1), .torque = true};
  const PoseControllerParams controller{
      .stiffness = {}, .translation_damping = 0, .orientation_damping = 0};
  FourChannelLeader leader({.port = port, .controller = controller, .channels = channels});
  FourChannelFollower follower({.map = map, .controller = controller, .channels = channels});
  PositionForceLeader other_leader({.port = port, .force_scale = 0.7});
  PositionForceFollower other_follower({.stiffness = {},
                                        .map = map,
                                        .modulation = {},
                                        .reflect = Reflect::measured,
                                        .measured = measured});
  for (int i = 0; i < 300; ++i) {
    CouplingInput arm = input(draw), hand = input(draw);
    const auto mine = follower.update(arm), theirs = other_follower.update(arm);
    expect_near(mine.wrench, theirs.wrench);
    hand.remote = mine.send;
    const auto felt = leader.update(hand);
    hand.remote = theirs.send;
    expect_near(felt.wrench, other_leader.update(hand).wrench);
  }
}

TEST(FourChannel, GivesTheModelsForceForASteadyAcceleration) {
  FourChannelParams channels;
  channels.c3 = 0;
  channels.follower = {.mass = 3, .damping = 2};
  FourChannelFollower follower(
      {.map = {},
       .controller = {.stiffness = {.translation = Matrix3::Zero()}, .translation_damping = 0},
       .channels = channels});
  CouplingInput in;
  in.remote_valid = true;
  Vector3 force;
  for (int i = 0; i < 500; ++i) {
    in.remote.twist.linear.x() = 1e-3 * i;  // 1 m/s²
    force = follower.update(in).wrench.force;
  }
  EXPECT_NEAR(force.x(), 3 * 1 + 2 * 0.499, 1e-6);
}

TEST(PositionForce, ScalesWhatComesBackAndLeavesFreeMotionAloneWhenItIsMeasured) {
  PositionForceFollower follower(
      {.stiffness = {}, .map = {}, .modulation = {}, .reflect = Reflect::measured});
  PositionForceLeader leader({.port = {}, .force_scale = 2.5});
  CouplingInput in;
  in.remote_valid = true;
  in.remote.pose.position = Vector3(0.01, 0, 0);
  EXPECT_EQ(follower.update(in).send.wrench.force.norm(), 0);
  in.external.force = Vector3(-4, 0, 0);  // of the wall on the tool
  in.remote = follower.update(in).send;
  EXPECT_NEAR(leader.update(in).wrench.force.x(), -10, 1e-12);
}

TEST(LeaderPort, SendsNoTurnsAndFeelsNoTorqueWithItsOrientationLocked) {
  test::RandomDraw draw(6);
  const LeaderPortParams port{.reference = {}, .torque = true, .lock_orientation = true};
  PositionForceLeader force({.port = port});
  PositionPositionLeader position({.port = port, .controller = {}});
  FourChannelLeader four({.port = port, .controller = {}, .channels = {}});
  RateLeader rate({.port = port});
  for (Coupling* half : std::initializer_list<Coupling*>{&force, &position, &four, &rate}) {
    half->update(input(draw));
    const CouplingInput in = input(draw);
    const auto out = half->update(in);
    EXPECT_EQ(out.send.pose.rotation, Matrix3::Identity());
    EXPECT_EQ(out.send.twist.angular, Vector3::Zero());
    EXPECT_LT(out.wrench.torque_at(in.tool.position).norm(), 1e-12);
    EXPECT_GT(out.wrench.force.norm(), 0);
  }
}

TEST(Rate, GoesAsFastAsTheHandIsAwayFromItsCentreBeyondADeadZone) {
  RateLeader leader({.port = {}, .gain = 2, .dead_zone = 0.01, .centring = 100});
  CouplingInput in;
  in.remote_valid = true;
  in.tool.position = Vector3(0.3, 0, 0);
  EXPECT_EQ(leader.update(in).wrench.force, Vector3::Zero());  // there it is centred
  in.tool.position = Vector3(0.309, 0, 0);
  EXPECT_EQ(leader.update(in).send.twist.linear, Vector3::Zero());
  in.tool.position = Vector3(0.34, 0, 0);
  const auto out = leader.update(in);
  EXPECT_NEAR(out.send.twist.linear.x(), 2 * 0.03, 1e-12);
  EXPECT_NEAR(out.wrench.force.x(), -100 * 0.04, 1e-12);
}

TEST(Rate, MovesTheSetpointWithWhatItReceivesAndNoFurtherThanItsLead) {
  RateFollower follower({.stiffness = {}, .map = {.offset = {}, .scale = 2}, .lead = 0.05});
  CouplingInput in;
  in.tool.position = Vector3(1, 0, 0);
  EXPECT_EQ(follower.update(in).wrench.force, Vector3::Zero());
  in.remote_valid = true;
  in.remote.twist.linear = Vector3(0.1, 0, 0);
  for (int i = 0; i < 100; ++i) follower.update(in);
  EXPECT_NEAR(follower.update(in).setpoint.position.x(), 1 + 101 * 2e-4, 1e-9);
  // the tool is kept where it is, by a wall
  for (int i = 0; i < 1000; ++i) follower.update(in);
  EXPECT_NEAR(follower.update(in).setpoint.position.x(), 1.05, 1e-9);
  in.remote.twist.linear = Vector3(-0.1, 0, 0);
  EXPECT_NEAR(follower.update(in).setpoint.position.x(), 1.05 - 2e-4, 1e-9);
}

TEST(Rate, GoesOnFromTheSetpointOfTheCouplingBefore) {
  RateFollower follower({.stiffness = {}, .map = {}});
  CouplingOutput last;
  last.setpoint.position = Vector3(0.02, 0, 0);
  follower.take_over(last);
  CouplingInput in;
  in.remote_valid = true;
  EXPECT_LT((follower.update(in).setpoint.position - Vector3(0.02, 0, 0)).norm(), 1e-15);
}

}  // namespace
}  // namespace tether::control
