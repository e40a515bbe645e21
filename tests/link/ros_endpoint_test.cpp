// Against a real master, which these tests start; skipped where there is no ROS.
#include "tether/link/ros/ros_endpoint.hpp"

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/processes/patience.hpp"
#include "tests/support/processes/ros_master.hpp"
#include "tests/support/random/same_sample.hpp"
#include "tests/support/sides/hand_ticked.hpp"
#include "tether/core/error.hpp"

namespace tether::link {
namespace {

using passivity::Role;

TEST(RosEndpointWithoutRos, SaysWhatToInstall) {
  if (ros_available()) GTEST_SKIP() << "roscpp is there";
  try {
    const RosEndpoint endpoint({});
    FAIL() << "there is no roscpp";
  } catch (const core::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("libroscpp-dev"), std::string::npos);
  }
}

class RosEndpointTest : public testing::Test {
 protected:
  // a process is a node of one master, so all tests share it
  static const test::RosMaster& master() {
    static const test::RosMaster master;
    return master;
  }

  void SetUp() override {
    if (!ros_available()) GTEST_SKIP() << "built without roscpp";
    if (!master().started()) GTEST_SKIP() << "no rosmaster (python3-rosmaster) to start";
    wait_for_master();
  }

  // for the master to answer
  static void wait_for_master() {
    ASSERT_TRUE(test::eventually([] {
      try {
        const RosEndpoint trial({.name_space = "/trial", .master = master().uri()});
        return true;
      } catch (const core::InputError&) {
        return false;
      }
    })) << "the ROS master does not answer";
  }
};

using RosSide = test::HandTicked<RosEndpoint>;

RosParams in(const std::string& name_space, Role role) {
  return {.role = role, .name_space = name_space};
}

TEST_F(RosEndpointTest, CarriesEveryFieldOfASampleWithoutAllocatingInTheTick) {
  RosSide leader(in("/fields", Role::leader));
  RosSide follower(in("/fields", Role::follower));
  signals::Sample& sent = leader.sample;
  sent.position = {0.1, -0.2, 0.3};
  sent.orientation = Eigen::Quaterniond(0.5, -0.5, 0.5, 0.5);
  sent.torque = {1, 2, 3};
  sent.force = {-4, 5, -6};
  sent.method = 2;
  sent.engagement = 3;
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().valid && follower.received.sample.echoes;
  }));
  sent.energy = 2.5;
  sent.wave = {0.7, 0.8, 0.9};
  ASSERT_TRUE(test::eventually([&] {
    const test::AllocationCounter counter;
    leader.tick();
    follower.tick();
    EXPECT_EQ(counter.allocations() + counter.frees(), 0);
    return follower.received.sample.energy > 0;
  }));
  const signals::Sample& came = follower.received.sample;
  EXPECT_GT(came.sent, core::Time{});
  EXPECT_GT(came.echo, core::Time{});
  EXPECT_GE(came.held, core::Duration(0));
  test::expect_same_content(came, sent);
  EXPECT_EQ(follower.received.epoch, 1);
  EXPECT_EQ(follower.endpoint.counts().implausible, 0U);
}

TEST_F(RosEndpointTest, MeetsAPeerInAnotherProcessAndAgainAfterItWasKilled) {
  RosSide leader(in("", Role::leader));
  const std::vector<std::string> command{TETHER_LINK_PEER, "ros", master().uri()};
  double promised = 0;
  for (std::uint32_t run = 1; run <= 2; ++run) {
    leader.sample.position = {0, 0, static_cast<double>(run)};
    test::ChildProcess follower(command);
    ASSERT_TRUE(test::eventually([&] {
      return leader.tick().valid && leader.received.sample.position == leader.sample.position;
    })) << "run "
        << run;
    EXPECT_EQ(leader.received.epoch, run);
    EXPECT_GE(leader.received.sample.energy, promised);
    promised = leader.received.sample.energy;
    follower.kill();
  }
}

}  // namespace
}  // namespace tether::link
