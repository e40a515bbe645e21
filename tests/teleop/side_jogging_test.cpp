// A robot that is jogged meanwhile: its leader does not have it, its account does not
// count, and the certificate says so.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/sides/puppet_stages.hpp"
#include "tether/robot/dynamics.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;
using spatial::Vector3;
using test::PuppetSide;

constexpr double kPerJoule = 4;  // energy in the account per energy of the device

struct JoggedArm : PuppetSide {
  explicit JoggedArm(const Change& change = [](Stages&) {})
      : PuppetSide(signals::SideName::follower, "kuka_lwr4", [&](Stages& stages) {
          stages.jogging = std::make_unique<Jogging>(device.chain(), 1e-3);
          stages.port = std::make_unique<JointPort>(JointPortParams{.power_scale = kPerJoule});
          stages.balance_scale = kPerJoule;
          stages.damping = control::JointDamping({0.5});
          stages.alignment = control::Alignment::index;
          change(stages);
        }) {
    device.state.position << 0.1, 0.5, -0.2, 1.1, 0.3, -0.7, 0.2;
    device.state.applied.setConstant(2);
    coupling->out.wrench.force = Vector3(1, 2, 3);
  }
  // keys are down for this tick and 0.2 s longer
  void jog(double speed) {
    control::JogCommand command{.kind = control::JogCommand::Kind::jog, .number = ++commands};
    command.velocity.joints = JointVector::Constant(7, speed);
    side->jog(command);
  }
  std::uint32_t commands = 0;
};

TEST(JoggedSide, TheRobotIsMovedByTheOrderAndNotByItsLeader) {
  JoggedArm arm;
  arm.coupling->out.wrench = {};
  arm.ticks(3);
  EXPECT_FALSE(arm.side->last().jogging);
  EXPECT_TRUE(arm.engagement->in.live);
  // what the leader's account would command
  arm.layer->instead = JointVector::Constant(7, -kPerJoule);
  arm.jog(0.2);
  const signals::Tick& t = arm.ticks(100);
  EXPECT_TRUE(t.jogging);
  EXPECT_FALSE(arm.engagement->in.live);
  EXPECT_EQ(t.effort, arm.device.commanded);
  // every joint is pushed forward
  robot::ChainState state;
  robot::mass_matrix(arm.device.chain(), arm.device.state.position, state);
  EXPECT_GT(state.mass_matrix.ldlt().solve(arm.device.commanded).minCoeff(), 1);
}

TEST(JoggedSide, WithoutAStageForItAnOrderMovesNothing) {
  PuppetSide arm(signals::SideName::follower, "kuka_lwr4");
  arm.side->jog({.kind = control::JogCommand::Kind::jog, .number = 1});
  EXPECT_FALSE(arm.tick().jogging);
}

TEST(JoggedSide, TheEffortGoesOverWithoutAStepThereAndBack) {
  JoggedArm arm;
  arm.ticks(3);
  JointVector last = arm.device.commanded;
  double step = 0;
  const auto watch = [&](int ticks) {
    for (int i = 0; i < ticks; ++i) {
      arm.tick();
      step = std::max(step, (arm.device.commanded - last).norm());
      last = arm.device.commanded;
    }
  };
  arm.jog(0.1);
  watch(400);
  ASSERT_GT(arm.device.commanded.norm(), 5);
  watch(800);
  EXPECT_FALSE(arm.side->last().jogging);
  EXPECT_LT(step, 1);
}

TEST(JoggedSide, ItStaysWhereItIsLeft) {
  JoggedArm arm;
  arm.ticks(3);
  EXPECT_EQ(arm.engagement->realigned, 0);
  arm.jog(0.2);
  const signals::Tick& t = arm.ticks(2);
  EXPECT_EQ(arm.engagement->realigned, 2);
  EXPECT_EQ(arm.engagement->aligned, control::Alignment::index);
  EXPECT_EQ(arm.engagement->realigned_at.position, t.tool.position);
  // what the coupling asks for does not act and is not sent
  EXPECT_EQ(arm.coupling->in.share, 0);
  EXPECT_EQ(t.coupling.wrench.force, Vector3::Zero());
}

// an effort acts a while after it was commanded, so the account waits as long
TEST(JoggedSide, TheAccountCountsNothingOfItUntilTheLastEffortHasActed) {
  constexpr int kInterface = 20;  // ticks
  JoggedArm arm;
  arm.estimator->velocity = JointVector::Constant(7, 0.1);
  arm.ticks(3);
  EXPECT_EQ(arm.layer->port.applied, JointVector::Constant(7, 2 * kPerJoule));
  EXPECT_NEAR(arm.layer->port.damping.norm(), kPerJoule * 0.5 * 0.1 * std::sqrt(7.0), 1e-9);
  arm.jog(0.2);
  int ticks = 0;
  do {
    arm.tick();
    EXPECT_TRUE(arm.layer->port.applied.isZero(0));
    EXPECT_TRUE(arm.layer->port.damping.isZero(0));
  } while (arm.side->last().jogging && ++ticks < 5000);
  ASSERT_LT(ticks, 5000);
  for (int i = 2; i < kInterface; ++i) {
    arm.tick();
    EXPECT_TRUE(arm.layer->port.applied.isZero(0)) << i;
    EXPECT_TRUE(arm.layer->port.damping.isZero(0)) << i;
  }
  arm.tick();
  EXPECT_FALSE(arm.layer->port.applied.isZero(0));
  EXPECT_FALSE(arm.layer->port.damping.isZero(0));
}

TEST(JoggedSide, AFaultOrAStopOrRestGivesTheRobotBack) {
  for (const char* what : {"fault", "stop", "rest"}) {
    JoggedArm arm([](Stages& stages) { stages.stop_ends = false; });
    arm.ticks(3);
    arm.jog(0.2);
    EXPECT_TRUE(arm.ticks(10).jogging);
    if (what == std::string("fault")) arm.device.state.fault = {.kind = core::FaultKind::device};
    if (what == std::string("stop")) arm.side->press({.stop = true});
    const Duty duty = what == std::string("rest") ? Duty::rest : Duty::work;
    EXPECT_FALSE(arm.ticks(2, duty).jogging) << what;
  }
}

TEST(JoggedSide, AGuardThatChangesItsEffortAsksNoAccount) {
  JoggedArm arm([](Stages& stages) {
    guard::DeviceGuardsParams params{
        .stop = {.damping = JointVector::Ones(7), .max_effort = JointVector::Ones(7)}};
    params.torque_rate = guard::TorqueRateLimitParams{.max_rate = 10, .sample_time = 1e-3};
    stages.guards = guard::DeviceGuards(params, "arm");
  });
  arm.tick();
  arm.jog(0.3);
  arm.tick();
  arm.layer->to_cover = JointVector();
  arm.layer->covered = true;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(arm.tick().proof_voided);
    EXPECT_EQ(arm.layer->to_cover.size(), 0);
  }
}

TEST(JoggedSide, ALimitThatCutsItsEffortAsksNoAccount) {
  JoggedArm arm([](Stages& stages) {
    stages.limit = guard::EffortLimit({.per_axis = JointVector::Constant(7, 0.01)});
  });
  arm.coupling->out.wrench = {};
  arm.ticks(2);
  arm.jog(0.3);
  arm.tick();
  arm.layer->to_pay = JointVector();
  arm.ticks(100);
  EXPECT_NEAR(arm.device.commanded.cwiseAbs().maxCoeff(), 0.01, 1e-12);
  EXPECT_EQ(arm.layer->to_pay.size(), 0);
}

}  // namespace
}  // namespace tether::teleop
