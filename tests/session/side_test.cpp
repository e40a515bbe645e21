// A side with a device that is made to fail.
#include "tether/session/side.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tether/control/finite_difference.hpp"
#include "tether/link/emulated_link.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/session/assemble.hpp"

namespace tether::session {
namespace {

using robot::JointVector;
using spatial::Vector3;

// tells what the test wants and remembers what it was commanded
class PuppetDevice final : public device::Device {
 public:
  PuppetDevice() : chain_(robot::load("omega7")) {
    state.position = state.applied = JointVector::Zero(3);
  }
  const robot::Chain& chain() const noexcept override { return chain_; }
  device::DeviceState read(core::Time) noexcept override { return state; }
  void command(core::Time, const device::JointEfforts& efforts) noexcept override {
    commanded = efforts.values;
  }

  device::DeviceState state;
  JointVector commanded;

 private:
  robot::Chain chain_;
};

// a leader whose far side pulls with a given force
class SideFixture : public ::testing::Test {
 protected:
  SideFixture() {
    Scenario scenario;
    scenario.leader.side.force_limit = 12;
    side = std::make_unique<Side>(SideName::leader, device, link.leader(),
                                  leader_stages(scenario, device.chain()));
  }

  const Tick& tick(const Vector3& remote_force) {
    link::Sample sample;
    sample.force = remote_force;
    link.follower().send(now, sample);
    now += std::chrono::milliseconds(1);
    return side->tick(now);
  }

  PuppetDevice device;
  link::EmulatedLink link{{}, 1};
  std::unique_ptr<Side> side;
  core::Time now;
};

using SideOfALeader = SideFixture;

TEST_F(SideOfALeader, CommandsTheOppositeOfTheForceItHears) {
  tick({1, 2, 3});
  EXPECT_LT((device.commanded - Vector3(-1, -2, -3)).norm(), 1e-12);
}

TEST_F(SideOfALeader, NeverCommandsMoreThanItsLimitAndSaysWhatItTookAway) {
  const Tick& t = tick({30, 40, 0});
  EXPECT_NEAR(device.commanded.norm(), 12, 1e-12);
  EXPECT_GT(t.effort_removed, 20);
  EXPECT_FALSE(t.fault);
}

TEST_F(SideOfALeader, CommandsNothingWhenANumberFromTheLinkIsNotFinite) {
  const Tick& t = tick({std::numeric_limits<double>::quiet_NaN(), 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(t.fault.stage, "leader controller");
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, CommandsNothingWhenTheLinkPromisesBoundlessEnergy) {
  link::Sample sample;
  sample.energy = std::numeric_limits<double>::infinity();
  sample.force = {1, 0, 0};
  link.follower().send(now, sample);
  const Tick& t = side->tick(now);
  EXPECT_EQ(t.fault.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(t.fault.stage, "leader link");
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, CommandsNothingWhenThePositionIsNotFinite) {
  device.state.position[1] = std::numeric_limits<double>::infinity();
  const Tick& t = tick({1, 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(t.fault.stage, "leader device");
  EXPECT_EQ(t.fault.axis, 1);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, CommandsNothingWhenTheDeviceReportsAFault) {
  device.state.fault = {.kind = core::FaultKind::device};
  const Tick& t = tick({1, 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::device);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, FaultsWhenTheHandleJumps) {
  tick({0, 0, 0});
  device.state.position[0] = 5;
  const Tick& t = tick({1, 0, 0});
  EXPECT_EQ(t.fault.kind, core::FaultKind::joint_speed);
  EXPECT_EQ(t.fault.axis, 0);
  EXPECT_EQ(device.commanded, JointVector::Zero(3));
}

TEST_F(SideOfALeader, SendsItsPositionWithARunningNumber) {
  device.state.position = Vector3(0.01, 0.02, 0.03);
  tick({0, 0, 0});
  tick({0, 0, 0});
  const auto heard = link.follower().receive(now);
  EXPECT_EQ(heard.sample.sequence, 1U);
  EXPECT_EQ(heard.sample.sent, now);
  EXPECT_EQ(heard.sample.position, Vector3(0.01, 0.02, 0.03));
}

}  // namespace
}  // namespace tether::session
