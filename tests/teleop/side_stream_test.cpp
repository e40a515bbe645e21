// Sides of a force-position coupling: an arm that displays a simulated system, and the system.
#include <gtest/gtest.h>

#include "tests/support/sides/puppet_stages.hpp"
#include "tether/control/compensation/apparent_inertia.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/teleop/hand_port.hpp"

namespace tether::teleop {
namespace {

using control::Engagement;
using robot::JointVector;
using spatial::Vector3;
using test::PuppetSide;

void stream_coupling(Stages& stages) {
  stages.kind = control::CouplingKind::force_position;
  stages.method = passivity::Method::two_layer;
}

signals::Sample streamed() {
  signals::Sample sample;
  sample.coupling = static_cast<std::uint8_t>(control::CouplingKind::force_position);
  sample.method = static_cast<std::uint8_t>(passivity::Method::two_layer);
  sample.engagement = static_cast<std::uint8_t>(Engagement::engaged);
  sample.sent = core::Time(std::chrono::milliseconds(777));
  sample.position = Vector3(0.1, 0.2, 0.3);
  sample.linear_acceleration = Eigen::Vector3f(1, 2, 3);
  return sample;
}

struct HandPortArm : PuppetSide {
  explicit HandPortArm(const Change& change = [](Stages&) {})
      : PuppetSide(signals::SideName::leader, "panda", [&](Stages& stages) {
          stream_coupling(stages);
          stages.port = std::make_unique<HandPort>(Vector3::Zero());
          stages.damping = control::JointDamping({0.5});
          change(stages);
        }) {
    device.state.position << 0, -0.35, 0, -2.06, 0, 1.71, 0.79;
    device.state.applied.setConstant(3);
    endpoint.received.sample = streamed();
    layer->account_report().tank = 10;
  }
};

TEST(StreamingSide, TheCouplingReceivesTheStreamAsItCame) {
  HandPortArm arm;
  arm.engagement->out.share = 0.5;
  arm.tick();
  const control::CouplingInput& in = arm.coupling->in;
  EXPECT_TRUE(in.fresh);
  EXPECT_EQ(in.sent, core::Time(std::chrono::milliseconds(777)));
  EXPECT_EQ(in.raw.pose.position, Vector3(0.1, 0.2, 0.3));
  EXPECT_EQ(in.raw.acceleration.linear, Vector3(1, 2, 3));
  // nothing new, nobody there, nobody engaged
  arm.endpoint.received.fresh = false;
  arm.tick();
  EXPECT_FALSE(in.fresh);
  arm.endpoint.received.fresh = true;
  arm.endpoint.received.sample.engagement = static_cast<std::uint8_t>(Engagement::engaging);
  arm.tick();
  EXPECT_FALSE(in.fresh);
  arm.endpoint.received.sample = streamed();
  arm.endpoint.received.valid = false;
  arm.tick();
  EXPECT_FALSE(in.fresh);
}

TEST(StreamingSide, ThePortOfOtherArmsIsTheirJoints) {
  HandPortArm arm([](Stages& stages) {
    stages.kind = control::CouplingKind::position_force;
    stages.port = std::make_unique<JointPort>(JointPortParams{});
  });
  arm.endpoint.received.sample.coupling = 0;
  arm.tick();
  EXPECT_TRUE(arm.coupling->in.inertia.isZero(0));
  EXPECT_EQ(arm.layer->port.applied, arm.device.state.applied);
  EXPECT_EQ(arm.side->last().outside.counts, false);
}

TEST(StreamingSide, OnlyTheArmIsGivenHowHeavyItIs) {
  HandPortArm arm;
  arm.tick();
  robot::ChainState state;
  robot::mass_matrix(arm.device.chain(), arm.device.state.position, state);
  EXPECT_TRUE(arm.coupling->in.inertia.isApprox(
      control::apparent_inertia(robot::tool_point_jacobian(state), state.mass_matrix), 1e-9));
  PuppetSide system(signals::SideName::follower, "kuka_lwr4", stream_coupling);
  system.tick();
  EXPECT_TRUE(system.coupling->in.inertia.isZero(0));
}

// its account counts what the hand is given, not what its motors do
TEST(StreamingSide, ThePortOfTheArmIsTheHand) {
  HandPortArm arm;
  arm.coupling->out.send.external = {Vector3(0.1, 0.2, 0.3), Vector3(1, 2, 3)};
  arm.tick();
  EXPECT_EQ(arm.layer->port.applied, JointVector::Zero(6));
  arm.tick();
  const JointVector hand = arm.layer->port.applied;
  EXPECT_TRUE(hand.tail<3>().isApprox(-Vector3(1, 2, 3), 1e-12));
  EXPECT_TRUE(hand.head<3>().isApprox(-Vector3(0.1, 0.2, 0.3), 1e-12));
  EXPECT_EQ(arm.side->last().outside.effort, hand);
  EXPECT_EQ(arm.layer->port.inertia.rows(), 6);
  // nothing is asked of it for the arm's motion
  arm.coupling->out.wrench.force = Vector3(10, 0, 0);
  arm.tick();
  EXPECT_EQ(arm.layer->asked, JointVector::Zero(6));
  EXPECT_GT(arm.device.commanded.norm(), 1);
}

TEST(StreamingSide, TheArmGoesLimpAsTheAccountRunsEmptyAndIsDampedAlways) {
  HandPortArm arm;
  arm.coupling->out.wrench.force = Vector3(10, 0, 0);
  arm.estimator->velocity.setConstant(0.1);
  arm.layer->account_report().tlc_force = 3;
  const JointVector full = arm.tick().effort;
  EXPECT_EQ(arm.side->last().energy.paid, 1);
  EXPECT_EQ(arm.side->last().energy.tlc_force, 0);
  const JointVector damping = arm.side->last().damping;
  EXPECT_TRUE(damping.isApprox(JointVector::Constant(7, -0.05), 1e-12));
  arm.layer->account_report().tank = HandPort::kLimp / 2;
  EXPECT_TRUE(arm.tick().effort.isApprox(0.5 * (full - damping) + damping, 1e-9));
  EXPECT_EQ(arm.side->last().energy.paid, 0.5);
  arm.layer->account_report().tank = 0;
  EXPECT_TRUE(arm.tick().effort.isApprox(damping, 1e-9));
}

TEST(StreamingSide, WithoutAMethodNothingIsHeldBack) {
  HandPortArm arm([](Stages& stages) { stages.method = passivity::Method::none; });
  arm.endpoint.received.sample.method = 0;
  arm.coupling->out.wrench.force = Vector3(10, 0, 0);
  arm.layer->account_report().tank = 0;
  EXPECT_GT(arm.tick().effort.norm(), 1);
  EXPECT_EQ(arm.side->last().energy.paid, 1);
}

TEST(StreamingSide, WhatTheDrivesOfAHandPortDoIsExcludedFromTheBalance) {
  HandPortArm arm([](Stages& stages) {
    guard::DeviceGuardsParams params{
        .stop = {.damping = JointVector::Ones(7), .max_effort = JointVector::Ones(7)}};
    params.torque_rate = guard::TorqueRateLimitParams{.max_rate = 10, .sample_time = 1e-3};
    stages.guards = guard::DeviceGuards(params, "arm");
  });
  arm.coupling->out.wrench.force = Vector3(50, 0, 0);
  arm.layer->covered = false;
  arm.layer->pays = 0;
  EXPECT_FALSE(arm.tick().proof_voided);
  EXPECT_GT(arm.device.commanded.norm(), 0);
  // also while it comes back from rest
  arm.ticks(50, Duty::rest);
  arm.ticks(50);
  EXPECT_GT(arm.device.commanded.norm(), 0);
  EXPECT_EQ(arm.layer->to_pay.size(), 0);
}

// the log keeps the place that the tool is at, the peer sees it through the engagement
TEST(StreamingSide, ThePeerSeesThePlaceThroughTheEngagement) {
  PuppetSide system(signals::SideName::follower, "kuka_lwr4", stream_coupling);
  system.engagement->seen_from.rotation = spatial::exp_rotation(Vector3(0, 0, 0.5));
  system.tick();
  const spatial::Matrix3& at = system.side->last().tool.rotation;
  EXPECT_TRUE(system.side->last().coupling.send.pose.rotation.isApprox(at, 1e-12));
  EXPECT_TRUE(system.layer->sent.send.pose.rotation.isApprox(
      system.engagement->seen_from.rotation * at, 1e-12));
}

}  // namespace
}  // namespace tether::teleop
