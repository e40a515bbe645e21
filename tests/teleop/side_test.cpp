// A side with a device that is made to fail.
#include "tether/teleop/side.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/sides/puppet_device.hpp"
#include "tether/control/estimators/finite_difference.hpp"
#include "tether/link/emulated/emulated_link.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;
using spatial::Vector3;
using test::PuppetDevice;

// a leader whose far side pulls with a given force
class SideFixture : public ::testing::Test {
 protected:
  SideFixture() {
    scenario::Scenario scenario;
    scenario.leader.side.force_limit = 12;
    side = std::make_unique<Side>(signals::SideName::leader, device, link.leader(),
                                  session::leader_stages(scenario, device.chain()));
  }

  const signals::Tick& tick(const Vector3& remote_force) {
    signals::Sample sample;
    sample.force = remote_force;
    sample.engagement = static_cast<std::uint8_t>(peer);
    link.follower().send(now, sample);
    now += std::chrono::milliseconds(1);
    return side->tick(now);
  }

  // both sides are there, for longer than it takes to ease in
  void engage(const Vector3& remote_force = Vector3::Zero()) {
    peer = control::Engagement::engaged;
    for (int i = 0; i < 1000; ++i) tick(remote_force);
    ASSERT_EQ(side->last().engagement, control::Engagement::engaged);
  }

  PuppetDevice device{robot::load("omega7")};
  control::Engagement peer = control::Engagement::waiting;
  link::EmulatedLink link{{}, 1};
  std::unique_ptr<Side> side;
  core::Time now;
};

using SideOfALeader = SideFixture;

TEST_F(SideOfALeader, CommandsTheOppositeOfTheForceItReceives) {
  engage();
  tick({1, 2, 3});
  EXPECT_LT((device.commanded - Vector3(-1, -2, -3)).norm(), 1e-12);
}

TEST_F(SideOfALeader, NeverCommandsMoreThanItsLimitAndSaysWhatItTookAway) {
  engage();
  const signals::Tick& t = tick({30, 40, 0});
  EXPECT_NEAR(device.commanded.norm(), 12, 1e-12);
  EXPECT_GT(t.effort_removed, 20);
  EXPECT_FALSE(t.fault);
}

TEST_F(SideOfALeader, CommandsNothingWhenANumberFromTheLinkIsNotFinite) {
  const signals::Tick& t = tick({std::numeric_limits<double>::quiet_NaN(), 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(t.fault.stage, "leader link");
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, CommandsNothingWhenTheLinkPromisesBoundlessEnergy) {
  signals::Sample sample;
  sample.energy = std::numeric_limits<double>::infinity();
  sample.force = {1, 0, 0};
  link.follower().send(now, sample);
  const signals::Tick& t = side->tick(now);
  EXPECT_EQ(t.fault.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(t.fault.stage, "leader link");
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, CommandsNothingWhenThePositionIsNotFinite) {
  device.state.position[1] = std::numeric_limits<double>::infinity();
  const signals::Tick& t = tick({1, 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(t.fault.stage, "leader device");
  EXPECT_EQ(t.fault.axis, 1);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, CommandsNothingWhenTheDeviceReportsAFault) {
  device.state.fault = {.kind = core::FaultKind::device};
  const signals::Tick& t = tick({1, 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::device);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, FaultsWhenTheHandleJumps) {
  tick({0, 0, 0});
  device.state.position[0] = 5;
  const signals::Tick& t = tick({1, 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::joint_speed);
  EXPECT_EQ(t.fault.axis, 0);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, FeelsNothingUntilTheFollowerIsThere) {
  peer = control::Engagement::engaging;
  for (int i = 0; i < 1000; ++i) tick({5, 0, 0});
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

// commands of every tick, and the greatest change from one to the next
class WatchedCommands {
 public:
  explicit WatchedCommands(const PuppetDevice& device) : device_(device), last_(device.commanded) {}
  void look() {
    step = std::max(step, (device_.commanded - last_).norm());
    last_ = device_.commanded;
  }
  double step = 0;  // [N]

 private:
  const PuppetDevice& device_;
  JointVector last_;
};

constexpr double kBump = 0.5;  // the greatest step that is allowed [N]

TEST_F(SideOfALeader, GoesLimpWithoutAStepWhenTheLinkFallsSilentAndComesBackWithoutOne) {
  engage({10, 0, 0});
  WatchedCommands watched(device);
  for (int i = 0; i < 1000; ++i) {
    now += std::chrono::milliseconds(1);
    side->tick(now);
    watched.look();
  }
  EXPECT_EQ(side->last().engagement, control::Engagement::holding);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
  for (int i = 0; i < 1000; ++i) {
    tick({-10, 0, 0});
    watched.look();
  }
  EXPECT_LT((device.commanded - Vector3(10, 0, 0)).norm(), 1e-12);
  EXPECT_LT(watched.step, kBump);
}

TEST_F(SideOfALeader, RestsAndWorksAgainWithoutAStep) {
  engage({10, 0, 0});
  WatchedCommands watched(device);
  for (int i = 0; i < 300; ++i) {
    side->tick(now += std::chrono::milliseconds(1), Duty::rest);
    watched.look();
  }
  EXPECT_TRUE(side->at_rest());
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
  for (int i = 0; i < 1000; ++i) {
    tick({10, 0, 0});
    watched.look();
  }
  EXPECT_LT((device.commanded - Vector3(-10, 0, 0)).norm(), 1e-12);
  EXPECT_LT(watched.step, kBump);
}

TEST_F(SideOfALeader, IsLimpWhileTheClutchIsPressedAndSaysSo) {
  engage({10, 0, 0});
  device.state.clutch = true;
  for (int i = 0; i < 200; ++i) tick({10, 0, 0});
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
  EXPECT_EQ(side->last().sent.engagement, static_cast<int>(control::Engagement::clutched));
}

TEST_F(SideOfALeader, DoesNotTakeAPeerThatKeepsAnotherKindOfAccount) {
  engage({10, 0, 0});
  signals::Sample sample;
  sample.method = static_cast<std::uint8_t>(passivity::Method::wave);
  sample.engagement = static_cast<std::uint8_t>(control::Engagement::engaged);
  sample.force = {-10, 0, 0};
  for (int i = 0; i < 200; ++i) {
    link.follower().send(now, sample);
    side->tick(now += std::chrono::milliseconds(1));
    EXPECT_LE(device.commanded[0], 0);  // the force of the other account is never felt
  }
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, EstimatesTheSameVelocityWhenTicksAreLeftOut) {
  for (int i = 0; i < 100; ++i) {
    // a steady 0.1 m/s; of some milliseconds there is no tick
    device.state.position[0] = 1e-4 * i;
    now = core::Time(std::chrono::milliseconds(i));
    if (i > 50 && i % 7 < 3) continue;
    side->tick(now);
    if (i <= 30) continue;
    EXPECT_NEAR(side->last().velocity[0], 0.1, 1e-9) << i;
  }
}

TEST_F(SideOfALeader, StampsWhatADeviceWithoutAClockMeasures) {
  for (int i = 0; i < 100; ++i) {
    device.state.fresh = i % 4 == 0;
    const core::Time before = side->last().measured.stamp;
    const signals::DeviceState& measured = tick({0, 0, 0}).measured;
    EXPECT_EQ(measured.fresh, i % 4 == 0) << i;
    EXPECT_EQ(measured.stamp, measured.fresh ? now : before) << i;
  }
  EXPECT_NEAR(side->last().measured.rate, 250, 1e-6);
}

TEST_F(SideOfALeader, TakesAMeasurementOfTheSameMomentForTheSame) {
  for (int i = 0; i < 100; ++i) {
    device.state.stamp = core::Time(std::chrono::milliseconds(1000 + i / 10 * 10));
    const signals::DeviceState& measured = tick({0, 0, 0}).measured;
    EXPECT_EQ(measured.fresh, i % 10 == 0) << i;
    EXPECT_EQ(measured.stamp, device.state.stamp);
  }
  EXPECT_NEAR(side->last().measured.rate, 100, 1e-6);
}

TEST_F(SideOfALeader, SeesNoStairsOfASlowDevice) {
  for (int i = 0; i < 300; ++i) {
    device.state.fresh = i % 10 == 0;
    if (device.state.fresh) device.state.position[0] = 1e-4 * i;
    tick({0, 0, 0});
    if (i <= 30) continue;
    EXPECT_NEAR(side->last().velocity[0], 0.1, 1e-9) << i;
    EXPECT_NEAR(side->last().rate[0], 0.1, 1e-9) << i;
  }
}

TEST_F(SideOfALeader, SendsItsPositionWithARunningNumber) {
  device.state.position = Vector3(0.01, 0.02, 0.03);
  tick({0, 0, 0});
  tick({0, 0, 0});
  const auto received = link.follower().receive(now);
  EXPECT_EQ(received.sample.sequence, 1U);
  EXPECT_EQ(received.sample.sent, now);
  EXPECT_EQ(received.sample.position, Vector3(0.01, 0.02, 0.03));
}

}  // namespace
}  // namespace tether::teleop
