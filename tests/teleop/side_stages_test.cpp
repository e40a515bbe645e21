// What a side gives to each of its stages, and what it makes of what they say.
#include <gtest/gtest.h>

#include "tests/support/sides/puppet_stages.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::teleop {
namespace {

using control::Engagement;
using robot::JointVector;
using spatial::Vector3;
using test::PuppetSide;

constexpr double kScale = 4;  // energy in the account per energy of the device

scenario::Scenario scaled() {
  scenario::Scenario scenario;
  scenario.coupling.force_scale = kScale;
  scenario.follower.side.joint_damping = 0.5;
  return scenario;
}

// an arm that moves, of which the account counts four times what it counts itself
struct ScaledArm : PuppetSide {
  explicit ScaledArm(const Change& change = [](Stages&) {})
      : PuppetSide(signals::SideName::follower, "kuka_lwr4", change, scaled()) {
    device.state.position << 0.1, 0.5, -0.2, 1.1, 0.3, -0.7, 0.2;
    estimator->velocity << 0.2, -0.1, 0.3, 0.1, -0.4, 0.2, 0.1;
    robot::all_terms(device.chain(), device.state.position, estimator->velocity, expected);
  }
  JointVector efforts_of(const spatial::Wrench& wrench) const {
    return robot::joint_efforts(expected.jacobian, wrench);
  }

  robot::ChainState expected;
};

signals::Sample full_sample() {
  signals::Sample sample;
  sample.position = Vector3(0.1, 0.2, 0.3);
  sample.orientation = Eigen::AngleAxisd(0.3, Vector3::UnitY());
  sample.force = Vector3(1, 2, 3);
  sample.energy = 0.75;
  sample.kinetic = 0.5;
  return sample;
}

TEST(SideStages, TheCouplingIsGivenDeviceAndPeer) {
  ScaledArm arm;
  arm.device.state.external_at_tool = {Vector3(0.1, 0.2, 0.3), Vector3(1, 2, 3)};
  arm.layer->budget = 12;
  arm.engagement->out.share = 0.25;
  signals::Sample sample = full_sample();
  for (int k = 0; k < 50; ++k) {
    // every second sample is lost, and an echo comes after 30 ms
    sample.sequence += 2;
    sample.echoes = true;
    sample.echo = arm.now + std::chrono::milliseconds(1 - 30);
    arm.endpoint.received.sample = sample;
    arm.tick();
  }
  const control::CouplingInput& in = arm.coupling->in;
  EXPECT_EQ(in.now, arm.now);
  EXPECT_TRUE(in.tool.position.isApprox(arm.expected.tool.position, 1e-12));
  EXPECT_TRUE(in.tool.rotation.isApprox(arm.expected.tool.rotation, 1e-12));
  EXPECT_TRUE(in.twist.vector().isApprox(arm.expected.jacobian * arm.estimator->velocity, 1e-12));
  EXPECT_EQ(in.external.vector(), arm.device.state.external_at_tool.vector());
  EXPECT_TRUE(in.remote_valid);
  EXPECT_TRUE(in.sighted);
  EXPECT_EQ(in.remote.pose.position, sample.position);
  EXPECT_EQ(in.remote.wrench.force, sample.force);
  EXPECT_NEAR(in.round_trip, 0.030, 1e-9);
  EXPECT_NEAR(in.loss, 0.5, 0.1);
  // in the device's own joules
  EXPECT_DOUBLE_EQ(in.budget, 12 / kScale);
  EXPECT_EQ(in.share, 0.25);
}

TEST(SideStages, TheAccountSeesThePortInItsOwnScale) {
  ScaledArm arm;
  arm.device.state.applied = JointVector::LinSpaced(7, 1, 7);
  arm.endpoint.received.epoch = 5;
  arm.endpoint.received.sample = full_sample();
  const signals::Tick& t = arm.tick();
  const passivity::Port& port = arm.layer->port;
  EXPECT_TRUE(port.tool.position.isApprox(arm.expected.tool.position, 1e-12));
  EXPECT_EQ(port.position, arm.device.state.position);
  EXPECT_EQ(port.velocity, arm.estimator->velocity);
  EXPECT_EQ(port.applied, kScale * arm.device.state.applied);
  EXPECT_TRUE(port.jacobian.isApprox(arm.expected.jacobian, 1e-12));
  EXPECT_TRUE(port.inertia.isApprox(kScale * arm.expected.mass_matrix, 1e-12));
  EXPECT_TRUE(t.damping.isApprox(-0.5 * arm.estimator->velocity, 1e-12));
  EXPECT_TRUE(port.damping.isApprox(kScale * t.damping, 1e-12));
  EXPECT_TRUE(arm.layer->received.valid);
  EXPECT_EQ(arm.layer->received.epoch, 5U);
  EXPECT_EQ(arm.layer->received.message.energy, 0.75);
  EXPECT_EQ(t.power_scale, kScale);
}

TEST(SideStages, TheLeadersAccountKnowsTheOriginOfItsWorkspace) {
  PuppetSide handle(signals::SideName::leader, "omega7", [](Stages& stages) {
    stages.port = std::make_unique<JointPort>(JointPortParams{.origin = Vector3(0.01, 0.02, 0.03)});
  });
  handle.tick();
  EXPECT_EQ(handle.layer->port.origin, Vector3(0.01, 0.02, 0.03));
}

TEST(SideStages, TheAccountSetsAsideWhatSpringsOfTheGuardHold) {
  ScaledArm arm([](Stages& stages) {
    const JointVector most = JointVector::Constant(7, 50);
    guard::DeviceGuardsParams guards{.stop = {.damping = most, .max_effort = most}};
    guards.joint_stops = guard::JointStopsParams{.lower = JointVector::Constant(7, -0.71),
                                                 .upper = JointVector::Constant(7, 3),
                                                 .max_effort = most};
    stages.guards = guard::DeviceGuards(guards, "arm");
  });
  arm.tick();
  const double held = arm.tick().guard.held;
  ASSERT_GT(held, 0);
  arm.tick();
  EXPECT_DOUBLE_EQ(arm.layer->port.held, kScale * held);
}

TEST(SideStages, TheAccountIsAskedInItsOwnScaleAndTheDeviceCommandedInIts) {
  ScaledArm arm;
  arm.coupling->out.wrench = {Vector3(0.1, 0.2, 0.3), Vector3(1, 2, 3)};
  arm.layer->allows = 0.5;
  const signals::Tick& t = arm.tick();
  const JointVector asked = arm.efforts_of(arm.coupling->out.wrench);
  EXPECT_TRUE(arm.layer->asked.isApprox(kScale * asked, 1e-9));
  EXPECT_TRUE(arm.device.commanded.isApprox(0.5 * asked, 1e-9));
  EXPECT_EQ(t.effort, arm.device.commanded);
  EXPECT_EQ(t.effort_removed, 0);
}

TEST(SideStages, WhatTheDeviceCannotGiveIsNotAskedOfTheAccount) {
  ScaledArm arm;
  arm.coupling->out.wrench.force = Vector3(0, 0, 5000);
  const signals::Tick& t = arm.tick();
  EXPECT_LE((arm.layer->asked / kScale).cwiseAbs().maxCoeff(), 200 + 1e-9);
  EXPECT_TRUE(t.effort.isApprox(arm.layer->asked / kScale, 1e-9));
  EXPECT_GT(t.effort_removed, 10);
}

TEST(SideStages, CoriolisEffortsAreAddedWhereTheyAreCompensated) {
  for (const bool compensated : {false, true}) {
    ScaledArm arm([compensated](Stages& stages) {
      if (compensated) stages.sources.push_back(std::make_unique<CoriolisSource>());
    });
    arm.coupling->out.wrench.force = Vector3(1, 2, 3);
    arm.tick();
    JointVector expected = arm.efforts_of(arm.coupling->out.wrench);
    if (compensated) expected += arm.expected.coriolis;
    EXPECT_TRUE(arm.device.commanded.isApprox(expected, 1e-9)) << compensated;
    ASSERT_GT(arm.expected.coriolis.norm(), 1e-3);
  }
}

TEST(SideStages, TheInertiaThatIsCompensatedIsPartOfWhatIsAsked) {
  ScaledArm arm([](Stages& stages) {
    stages.sources.push_back(std::make_unique<InertiaSource>(
        control::InertiaCompensationParams{.share = 0.5, .sample_time = 1e-3}));
  });
  control::InertiaCompensation same({.share = 0.5, .sample_time = 1e-3});
  JointVector inertia;
  for (int i = 0; i < 22; ++i) {
    if (i == 1 || i == 21) arm.estimator->velocity *= 1.01;
    inertia = same.update(arm.estimator->velocity, arm.expected.mass_matrix);
    arm.tick();
  }
  ASSERT_GT(inertia.norm(), 1e-3);
  EXPECT_TRUE(arm.device.commanded.isApprox(inertia, 1e-9));
}

TEST(SideStages, TheEnergyOfTheMotionIsSentToThePeer) {
  ScaledArm arm;
  const signals::Tick& t = arm.tick();
  const JointVector& v = arm.estimator->velocity;
  const double kinetic = 0.5 * v.dot(arm.expected.mass_matrix * v);
  EXPECT_NEAR(t.kinetic, kinetic, 1e-12);
  EXPECT_EQ(arm.endpoint.sent.kinetic, t.kinetic);
  EXPECT_TRUE(t.twist.vector().isApprox(arm.expected.jacobian * v, 1e-12));
}

TEST(SideStages, APeerIsSentWhomWeReceive) {
  ScaledArm arm([](Stages& stages) {
    stages.method = passivity::Method::two_layer;
    stages.kind = control::CouplingKind::four_channel;
  });
  arm.engagement->is = Engagement::engaging;
  arm.layer->promised = 0.625;
  const signals::Tick& t = arm.tick();
  const signals::Sample& sent = arm.endpoint.sent;
  EXPECT_EQ(arm.endpoint.sends, 1);
  EXPECT_EQ(sent.sent, arm.now);
  EXPECT_EQ(sent.method, static_cast<int>(passivity::Method::two_layer));
  EXPECT_EQ(sent.coupling, static_cast<int>(control::CouplingKind::four_channel));
  EXPECT_EQ(sent.engagement, static_cast<int>(Engagement::engaging));
  EXPECT_EQ(sent.energy, 0.625);
  EXPECT_EQ(t.sent.energy, 0.625);
  EXPECT_EQ(t.engagement, Engagement::engaging);
}

TEST(SideStages, WhatIsNotFiniteIsNotSent) {
  ScaledArm arm;
  arm.layer->promised = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(arm.tick().fault);
  EXPECT_EQ(arm.endpoint.sends, 0);
  arm.layer->promised = 1;
  arm.tick();
  EXPECT_EQ(arm.endpoint.sends, 1);
}

TEST(SideStages, OnlyTheShareOfTheEngagementActsAndIsSent) {
  ScaledArm arm;
  arm.engagement->out.share = 0.25;
  arm.coupling->out.wrench.force = Vector3(4, 0, 0);
  arm.coupling->out.send.wrench.force = Vector3(0, 8, 0);
  arm.coupling->out.potential = 2;
  const signals::Tick& t = arm.tick();
  EXPECT_EQ(t.coupling.wrench.force, Vector3(1, 0, 0));
  EXPECT_EQ(t.coupling.potential, 0.5);
  EXPECT_EQ(arm.endpoint.sent.force, Vector3(0, 2, 0));
}

TEST(SideStages, ABoundOnTheWrenchBoundsWhatIsSentAndStoredAsWell) {
  ScaledArm arm([](Stages& stages) {
    stages.bounds = guard::WrenchBounds({.energy = {}, .force = {{.max_force = 5}}, .present = {}});
  });
  arm.coupling->out.wrench.force = Vector3(20, 0, 0);
  arm.coupling->out.send.wrench.force = Vector3(0, 8, 0);
  arm.coupling->out.potential = 2;
  const signals::Tick& t = arm.tick();
  EXPECT_NEAR(t.coupling.wrench.force.x(), 5, 1e-9);
  EXPECT_NEAR(t.coupling.potential, 0.5, 1e-9);
  EXPECT_NEAR(arm.endpoint.sent.force.y(), 2, 1e-6);
  EXPECT_TRUE(arm.device.commanded.isApprox(arm.efforts_of(t.coupling.wrench), 1e-9));
}

// the motion that counts is that of the arm in the hand
TEST(SideStages, TheBoundOnEnergyCountsTheMotionOfTheLeadersArm) {
  ScaledArm follower;
  follower.endpoint.received.sample = full_sample();
  follower.coupling->out.potential = 2;
  EXPECT_DOUBLE_EQ(follower.tick().bounds.energy, 2.5);
  follower.endpoint.received.valid = false;
  EXPECT_DOUBLE_EQ(follower.tick().bounds.energy, 2);

  PuppetSide leader(signals::SideName::leader, "omega7");
  leader.estimator->velocity = Vector3(0.1, 0.2, 0.3);
  leader.endpoint.received.sample = full_sample();
  const signals::Tick& t = leader.tick();
  ASSERT_GT(t.kinetic, 0);
  EXPECT_DOUBLE_EQ(t.bounds.energy, t.kinetic);
}

TEST(SideStages, AHandThatIsNotThereFeelsNothing) {
  PuppetSide leader(signals::SideName::leader, "omega7", [](Stages& stages) {
    stages.bounds =
        guard::WrenchBounds({.energy = {}, .force = {}, .present = guard::OperatorPresentParams{}});
  });
  leader.coupling->out.wrench.force = Vector3(1, 0, 0);
  leader.ticks(1000);
  EXPECT_NEAR(leader.device.commanded[0], 1, 1e-12);
  leader.device.state.operator_present = false;
  leader.ticks(1000);
  EXPECT_EQ(leader.device.commanded, JointVector::Zero(3));
}

TEST(SideStages, ThePeersMessagesAreTakenOnlyIfItKeepsTheSameAccountAndLawAndIsNotSilent) {
  for (const char* what : {"method", "coupling", "silent", "invalid", "nothing"}) {
    PuppetSide leader(signals::SideName::leader, "omega7",
                      [](Stages& stages) { stages.link_timeout = 0.1; });
    signals::Received& received = leader.endpoint.received;
    leader.tick();
    EXPECT_TRUE(leader.layer->received.valid);
    if (what == std::string("method")) received.sample.method = 3;
    if (what == std::string("coupling")) received.sample.coupling = 3;
    if (what == std::string("silent")) received.fresh = false;
    if (what == std::string("invalid")) received.valid = false;
    leader.ticks(99);
    EXPECT_EQ(leader.layer->received.valid,
              what == std::string("silent") || what == std::string("nothing"))
        << what;
    leader.ticks(10);
    EXPECT_EQ(leader.layer->received.valid, what == std::string("nothing")) << what;
    EXPECT_EQ(leader.engagement->in.live, what == std::string("nothing")) << what;
  }
}

TEST(SideStages, WithoutATimeoutAPeerIsNeverTooSilent) {
  PuppetSide leader(signals::SideName::leader, "omega7",
                    [](Stages& stages) { stages.link_timeout = 0; });
  leader.tick();
  leader.endpoint.received.fresh = false;
  leader.ticks(2000);
  EXPECT_TRUE(leader.engagement->in.live);
}

TEST(SideStages, TheEngagementIsGivenWhoSpeaksAndFromWhen) {
  PuppetSide leader(signals::SideName::leader, "omega7");
  signals::Received& received = leader.endpoint.received;
  received.sample = full_sample();
  received.sample.engagement = static_cast<std::uint8_t>(Engagement::holding);
  leader.tick();
  // in the first pass nothing of its own is known yet
  EXPECT_FALSE(leader.engagement->in.live);
  leader.device.state.position = Vector3(0.01, 0.02, 0.03);
  leader.device.state.clutch = true;
  leader.ticks(2);
  const control::EngagementInput& in = leader.engagement->in;
  EXPECT_TRUE(in.live);
  EXPECT_TRUE(in.clutch);
  EXPECT_EQ(in.peer, Engagement::holding);
  EXPECT_EQ(in.remote.pose.position, received.sample.position);
  EXPECT_EQ(in.own.position, leader.side->last().tool.position);
  // another run, another method, another law: each is another epoch
  const std::uint32_t first = in.epoch;
  received.epoch = 1;
  leader.tick();
  const std::uint32_t second = in.epoch;
  received.sample.method = 1;
  leader.tick();
  const std::uint32_t third = in.epoch;
  received.sample.coupling = 1;
  leader.tick();
  EXPECT_NE(first, second);
  EXPECT_NE(second, third);
  EXPECT_NE(third, in.epoch);
  EXPECT_NE(second, in.epoch);
}

TEST(SideStages, TheEngagementIsNotLiveWhileTheAccountOrTheGuardOrTheDutySaysNo) {
  scenario::Scenario brakes;
  brakes.guard.on_stop = scenario::GuardParams::OnStop::hold;
  PuppetSide leader(
      signals::SideName::leader, "omega7", [](Stages&) {}, brakes);
  leader.ticks(2);
  EXPECT_TRUE(leader.engagement->in.live);
  leader.layer->valid = false;
  leader.tick();
  EXPECT_FALSE(leader.engagement->in.live);
  leader.layer->valid = true;
  leader.tick(Duty::rest);
  EXPECT_FALSE(leader.engagement->in.live);
  leader.ticks(2);
  EXPECT_TRUE(leader.engagement->in.live);
  leader.side->press({.stop = true});
  leader.ticks(2);
  EXPECT_FALSE(leader.engagement->in.live);
}

TEST(SideStages, AGapBeforeASampleIsReportedOnceWithTheSampleThatEndsIt) {
  PuppetSide leader(signals::SideName::leader, "omega7");
  signals::Received& received = leader.endpoint.received;
  leader.ticks(3);
  EXPECT_FALSE(leader.engagement->in.after_gap);
  received.fresh = false;
  leader.ticks(30);
  EXPECT_FALSE(leader.engagement->in.after_gap);
  received.fresh = true;
  leader.tick();
  EXPECT_TRUE(leader.engagement->in.after_gap);
  leader.tick();
  EXPECT_FALSE(leader.engagement->in.after_gap);
  // many at once: they waited while this side did not look
  received.arrived = 17;
  leader.tick();
  EXPECT_TRUE(leader.engagement->in.after_gap);
  received.arrived = 16;
  leader.tick();
  EXPECT_FALSE(leader.engagement->in.after_gap);
}

TEST(SideStages, WhatTheEngagementDoesNotLetThroughIsNotTaken) {
  PuppetSide leader(signals::SideName::leader, "omega7");
  leader.engagement->out.valid = false;
  leader.tick();
  EXPECT_FALSE(leader.coupling->in.remote_valid);
  leader.engagement->out.valid = true;
  leader.tick();
  EXPECT_TRUE(leader.coupling->in.remote_valid);
}

TEST(SideStages, AVelocityIsWantedOnlyOfADeviceThatWorks) {
  ScaledArm arm;
  arm.coupling->out.velocity = JointVector::Constant(7, 0.3);
  arm.tick();
  EXPECT_EQ(arm.device.wanted, arm.coupling->out.velocity);
  arm.tick(Duty::rest);
  EXPECT_EQ(arm.device.wanted.size(), 0);
  arm.ticks(2);
  EXPECT_EQ(arm.device.wanted, arm.coupling->out.velocity);
  arm.device.state.fault = {.kind = core::FaultKind::device};
  arm.tick();
  EXPECT_EQ(arm.device.wanted.size(), 0);
}

TEST(SideStages, AnEstimatorIsGivenPositionsForTicksThatWereLeftOut) {
  ScaledArm arm;
  arm.ticks(2);
  EXPECT_EQ(arm.estimator->resets, 1);
  const JointVector before = arm.device.state.position;
  const JointVector step = JointVector::Constant(7, 0.01);
  arm.device.state.position = before + 4 * step;
  arm.now += std::chrono::milliseconds(3);
  arm.estimator->given.clear();
  arm.tick();
  ASSERT_EQ(arm.estimator->given.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(
        arm.estimator->given[static_cast<std::size_t>(i)].isApprox(before + (i + 1) * step, 1e-9));
  }
  EXPECT_EQ(arm.estimator->resets, 1);
  // after a long while it begins anew
  arm.now += std::chrono::milliseconds(101);
  arm.tick();
  EXPECT_EQ(arm.estimator->resets, 2);
  EXPECT_EQ(arm.estimator->given.size(), 2U);
  arm.now += std::chrono::milliseconds(100);
  arm.tick();
  EXPECT_EQ(arm.estimator->resets, 2);
}

}  // namespace
}  // namespace tether::teleop
