#include "tether/link/dds/dds_endpoint.hpp"

#include <optional>
#include <random>

#include <dds/dds.h>
#include <gtest/gtest.h>

#include "tests/link/moments.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tests/support/processes/patience.hpp"
#include "tests/support/sides/hand_ticked.hpp"
#include "tether/core/error.hpp"
#include "tether/link/dds/dds_domain.hpp"
#include "tether/link/dds/dds_messages.hpp"
#include "tether/link/dds/dds_qos.hpp"

namespace tether::link {
namespace {

using passivity::Role;

// domains of tests that run at the same time do not meet
std::uint32_t random_domain() {
  std::random_device device;
  return 1 + device() % 200;
}

DdsParams within_this_machine(std::uint32_t domain, Role role) {
  return {.domain = domain, .role = role, .interface = "lo"};
}

signals::Sample some_sample() {
  signals::Sample sample;
  sample.position = {0.1, -0.2, 0.3};
  sample.orientation = Eigen::Quaterniond(0.5, -0.5, 0.5, 0.5);
  sample.torque = {1, 2, 3};
  sample.force = {-4, 5, -6};
  sample.energy = 2.5;
  sample.wave = {0.7, 0.8, 0.9};
  sample.method = 2;
  sample.engagement = 3;
  return sample;
}

struct DdsSide : test::HandTicked<DdsEndpoint> {
  explicit DdsSide(const DdsParams& params) : HandTicked(params) { sample = some_sample(); }
};

TEST(DdsEndpoint, CarriesEveryFieldOfASample) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  DdsSide follower(within_this_machine(domain, Role::follower));
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().fresh && follower.received.sample.echoes;
  }));
  const signals::Sample& came = follower.received.sample;
  const signals::Sample sent = some_sample();
  EXPECT_GT(came.sent, at_ms(0));
  EXPECT_LE(came.sent, at_ms(leader.k));
  EXPECT_GT(came.echo, at_ms(0));
  EXPECT_LE(came.echo, at_ms(follower.k));
  EXPECT_GE(came.held, core::Duration(0));
  EXPECT_EQ(came.position, sent.position);
  EXPECT_EQ(came.orientation.coeffs(), sent.orientation.coeffs());
  EXPECT_EQ(came.torque, sent.torque);
  EXPECT_EQ(came.force, sent.force);
  EXPECT_EQ(came.method, sent.method);
  EXPECT_EQ(came.engagement, sent.engagement);
  // counters begin with the epoch
  EXPECT_LE(came.energy, sent.energy);
  leader.sample.energy += 1;
  leader.sample.wave.x() += 2;
  const double energy = came.energy, wave = came.wave.x();
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().sample.energy != energy;
  }));
  EXPECT_DOUBLE_EQ(follower.received.sample.energy, energy + 1);
  EXPECT_DOUBLE_EQ(follower.received.sample.wave.x(), wave + 2);
  EXPECT_EQ(follower.received.epoch, 1);
}

TEST(DdsEndpoint, MeetsAPeerInAnotherProcessAndAgainAfterItWasKilled) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  const std::vector<std::string> command{TETHER_LINK_PEER, "dds", std::to_string(domain)};
  const auto receives_own = [&] {
    // the follower is received, and receives
    return leader.tick().valid && leader.received.sample.position == leader.sample.position;
  };
  double promised = 0;
  for (std::uint32_t run = 1; run <= 3; ++run) {
    leader.sample.position = {0, 0, static_cast<double>(run)};
    test::ChildProcess follower(command);
    ASSERT_TRUE(test::eventually(receives_own)) << "run " << run;
    EXPECT_EQ(leader.received.epoch, run);
    // energy of earlier runs is kept, and a new run adds to it
    EXPECT_GE(leader.received.sample.energy, promised);
    promised = leader.received.sample.energy;
    follower.kill();
  }
}

TEST(DdsEndpoint, TicksWithoutAllocating) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "not under sanitizers";
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  DdsSide follower(within_this_machine(domain, Role::follower));
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().valid;
  }));
  int fresh = 0;
  for (int i = 0; i < 200; ++i) {
    // counts this thread; CycloneDDS's threads do as they like
    const test::AllocationCounter counter;
    leader.tick();
    fresh += follower.tick().fresh;
    EXPECT_EQ(counter.allocations(), 0);
    EXPECT_EQ(counter.frees(), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GT(fresh, 0);
}

TEST(DdsEndpoint, DropsAndCountsWhatCannotBeASample) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  DdsSide follower(within_this_machine(domain, Role::follower));
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().valid;
  }));
  leader.sample.force.y() = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    follower.tick();
    return follower.endpoint.counts().implausible > 0;
  }));
  EXPECT_TRUE(follower.received.sample.force.allFinite());
  EXPECT_EQ(follower.endpoint.counts().overflowed, 0U);
}

TEST(DdsEndpoint, SendsAtItsOwnRate) {
  const std::uint32_t domain = random_domain();
  DdsParams slow = within_this_machine(domain, Role::leader);
  slow.rate = 100;
  DdsSide leader(slow);
  DdsSide follower(within_this_machine(domain, Role::follower));
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().valid;
  }));
  // running numbers count the samples that were sent: one per ten ticks
  const std::uint32_t number = follower.received.sample.sequence;
  const int ticks = leader.k;
  ASSERT_TRUE(test::eventually([&] {
    leader.tick();
    return follower.tick().sample.sequence >= number + 20;
  }));
  EXPECT_GE(leader.k - ticks, 190);
}

TEST(DdsEndpoint, WaitsUntilSomethingHasCome) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  EXPECT_FALSE(leader.endpoint.wait(std::chrono::milliseconds(1)));
  const test::ChildProcess follower({TETHER_LINK_PEER, "dds", std::to_string(domain)});
  EXPECT_TRUE(leader.endpoint.wait(test::kPatience));
}

TEST(DdsEndpoint, KeepsNameSpacesApart) {
  const std::uint32_t domain = random_domain();
  DdsParams there = within_this_machine(domain, Role::leader);
  there.name_space = "/cell_2";
  DdsSide elsewhere(there);
  DdsSide leader(within_this_machine(domain, Role::leader));
  DdsSide follower(within_this_machine(domain, Role::follower));
  elsewhere.sample.position.x() = 42;
  ASSERT_TRUE(test::eventually([&] {
    elsewhere.tick();
    leader.tick();
    return follower.tick().sample.sequence > 20;
  }));
  EXPECT_EQ(follower.received.sample.position.x(), leader.sample.position.x());
  EXPECT_EQ(elsewhere.endpoint.counts().arrived, 0U);
}

TEST(DdsEndpoint, RefusesTwoNetworksForOneDomain) {
  const std::uint32_t domain = random_domain();
  const DdsEndpoint first(within_this_machine(domain, Role::leader));
  EXPECT_THROW(DdsEndpoint({.domain = domain, .role = Role::follower}), core::InputError);
}

TEST(DdsEndpoint, SaysWhichDomainCannotBe) {
  try {
    const DdsEndpoint endpoint(within_this_machine(4000, Role::leader));
    FAIL() << "there is no such domain";
  } catch (const core::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("4000"), std::string::npos) << error.what();
  }
}

TEST(DdsConfiguration, LeavesEverythingToCycloneDdsUnlessAsked) {
  EXPECT_EQ(dds_configuration({}), "");
  EXPECT_EQ(dds_configuration({.configuration = "<General/>"}), "<General/>");
}

TEST(DdsConfiguration, NamesInterfaceAndPeers) {
  const std::string xml = dds_configuration({.interface = "eth1", .peers = {"10.0.0.2"}});
  EXPECT_NE(xml.find("<NetworkInterface name=\"eth1\"/>"), std::string::npos);
  EXPECT_NE(xml.find("<Peer address=\"10.0.0.2\"/>"), std::string::npos);
  EXPECT_NE(xml.find("<AllowMulticast>false"), std::string::npos);
  EXPECT_EQ(dds_configuration({.interface = "eth1"}).find("AllowMulticast"), std::string::npos);
}

// what a look around shows, once that is so
bool shows(DdsSide& side, Trouble trouble) {
  return test::eventually([&] {
    side.tick();
    return trouble_in(side.endpoint.evidence(), {}) == trouble;
  });
}

TEST(DdsEndpoint, DistinguishesNobodyFromASecondEndOfItsRole) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  EXPECT_TRUE(shows(leader, Trouble::nobody));
  DdsSide rival(within_this_machine(domain, Role::leader));
  EXPECT_TRUE(shows(leader, Trouble::same_role));
  EXPECT_TRUE(shows(rival, Trouble::same_role));
  // two that talk have no trouble with a third
  DdsSide follower(within_this_machine(domain, Role::follower));
  EXPECT_TRUE(test::eventually([&] {
    follower.tick();
    leader.tick();
    return trouble_in(leader.endpoint.evidence(), {}) == Trouble::none;
  }));
}

TEST(DdsEndpoint, FindsAPeerThatItDoesNotReceiveBecauseItsSamplesAreOfAnotherForm) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  const DdsEntity participant(dds_create_participant(domain, nullptr, nullptr), "join");
  const auto topic =
      dds_create_topic(participant.handle(), &geometry_msgs_msg_dds__PoseStamped__desc,
                       "rt/follower/link_sample", nullptr, nullptr);
  ASSERT_GT(dds_create_writer(participant.handle(), topic, newest_only().get(), nullptr), 0);
  EXPECT_TRUE(shows(leader, Trouble::other_version));
}

TEST(DdsEndpoint, FindsAPeerThatReceivesNothingFromIt) {
  const std::uint32_t domain = random_domain();
  DdsSide leader(within_this_machine(domain, Role::leader));
  DdsSide follower(within_this_machine(domain, Role::follower));
  EXPECT_TRUE(test::eventually([&] {
    // speaks without ever taking what has come
    follower.endpoint.send(core::Time(std::chrono::milliseconds(++follower.k)), follower.sample);
    leader.tick();
    return trouble_in(leader.endpoint.evidence(), {}) == Trouble::peer_lacks_answer;
  }));
}

}  // namespace
}  // namespace tether::link
