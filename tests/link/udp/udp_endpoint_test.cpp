#include "tether/link/udp/udp_endpoint.hpp"

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/processes/udp_pair.hpp"
#include "tether/core/error.hpp"

namespace tether::link {
namespace {

using test::UdpPair;

TEST(UdpEndpoint, CarriesSamplesBothWays) {
  UdpPair pair;
  ASSERT_TRUE(pair.connect());
  pair.energy = 3;
  EXPECT_TRUE(pair.tick_until(
      [&] { return pair.at_follower.sample.energy == 3 && pair.at_leader.sample.energy == 3; }));
  EXPECT_TRUE(pair.at_leader.valid && pair.at_leader.sample.echoes);
  EXPECT_GT(pair.leader->counts().sent, 0U);
  EXPECT_EQ(pair.leader->counts().send_failed, 0U);
  // a confirmation may come before the keys to read it
  EXPECT_EQ(pair.leader->counts().dropped(), pair.leader->counts().other_connection);
  EXPECT_EQ(pair.leader->epochs(), 1U);
}

bool has_ipv6() {
  try {
    UdpSocket probe(parse_address("[::1]:0", "probe"));
    return true;
  } catch (const core::IoError&) {
    return false;
  }
}

TEST(UdpEndpoint, CarriesSamplesOverIpv6) {
  if (!has_ipv6()) GTEST_SKIP() << "no IPv6 on this machine";
  UdpPair pair("[::1]");
  EXPECT_TRUE(pair.connect());
  EXPECT_TRUE(pair.tick_until([&] { return pair.at_leader.valid && pair.at_follower.valid; }));
}

TEST(UdpEndpoint, MeetsANewRunOfEitherEnd) {
  UdpPair pair;
  ASSERT_TRUE(pair.connect());
  // from another port, which the listening follower learns
  pair.start_leader();
  ASSERT_TRUE(pair.connect());
  ASSERT_TRUE(pair.tick_until([&] { return pair.at_follower.epoch == 2; }));
  ASSERT_TRUE(pair.tick_until([&] { return pair.at_leader.valid && pair.at_follower.valid; }));

  pair.start_follower(std::to_string(pair.follower->local().port()));
  ASSERT_TRUE(pair.connect());
  EXPECT_TRUE(pair.tick_until([&] { return pair.at_leader.epoch == 2; }));
  EXPECT_TRUE(pair.tick_until([&] { return pair.at_leader.valid && pair.at_follower.valid; }));
}

TEST(UdpEndpoint, MeetsNobodyWithAnotherKey) {
  UdpPair pair("127.0.0.1", test::shared_material(1), test::shared_material(2));
  EXPECT_TRUE(pair.tick_until([&] { return pair.follower->counts().forged >= 3; }));
  EXPECT_FALSE(pair.leader->connected() || pair.follower->connected());
  EXPECT_FALSE(pair.at_follower.valid);
}

TEST(UdpEndpoint, StaysAsItIsWhateverIsThrownAtIt) {
  UdpPair pair;
  ASSERT_TRUE(pair.connect());
  UdpSocket attacker(parse_address("127.0.0.1:0", "attacker"));
  test::RandomDraw draw(3);
  const std::uint64_t before = pair.follower->counts().dropped();
  std::uint64_t thrown = 0;
  for (int tick = 0; tick < 2000; ++tick) {
    for (int i = 0; i < 20; ++i) {
      test::DatagramBytes datagram(static_cast<std::size_t>(draw.pick(1400)));
      for (auto& byte : datagram) byte = static_cast<std::uint8_t>(draw.bits());
      if (!datagram.empty() && draw.bernoulli(0.5)) datagram[0] = 1 + datagram[0] % 3;
      if (attacker.send(pair.follower->local(), datagram)) ++thrown;
    }
    pair.tick();
  }
  EXPECT_TRUE(pair.tick_until([&] { return pair.at_follower.fresh; }));
  EXPECT_EQ(pair.follower->epochs(), 1U);
  EXPECT_EQ(pair.at_follower.epoch, 1U);
  // loopback loses none of so few at a time
  EXPECT_EQ(pair.follower->counts().dropped() - before, thrown);
}

TEST(UdpEndpoint, TakesABoundedNumberOfDatagramsPerTick) {
  UdpPair pair;
  ASSERT_TRUE(pair.connect());
  UdpSocket attacker(parse_address("127.0.0.1:0", "attacker"));
  const std::uint64_t before = pair.follower->counts().dropped();
  const std::array<std::uint8_t, 3> garbage{9, 9, 9};
  for (std::size_t i = 0; i < 2 * UdpSocket::kBatch; ++i) {
    attacker.send(pair.follower->local(), garbage);
  }
  pair.follower->receive(pair.now);
  EXPECT_LE(pair.follower->counts().dropped() - before, UdpSocket::kBatch);
}

TEST(UdpEndpoint, NeverAllocatesOnceItIsMade) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers bring their own heap";
  UdpPair pair;
  const test::AllocationCounter counter;
  const auto met = [&pair] { return pair.leader->connected() && pair.follower->connected(); };
  for (int i = 0; i < 20000 && !met(); ++i) {
    pair.tick();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  for (int i = 0; i < 1000; ++i) pair.tick();
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_EQ(counter.frees(), 0);
  EXPECT_TRUE(met());
  EXPECT_GT(pair.leader->counts().received, 100U);
}

TEST(UdpEndpoint, WaitsForADatagramWhenAsked) {
  UdpPair pair;
  ASSERT_TRUE(pair.connect());
  while (pair.follower->receive(pair.now).arrived > 0) {
  }
  EXPECT_FALSE(pair.follower->wait(std::chrono::milliseconds(1)));
  pair.leader->send(pair.now, {});
  EXPECT_TRUE(pair.follower->wait(std::chrono::seconds(20)));
  EXPECT_EQ(pair.follower->receive(pair.now).arrived, 1U);
}

std::string endpoint_refusal(const UdpEndpointParams& params) {
  try {
    UdpEndpoint endpoint(params);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

TEST(UdpEndpoint, SaysWhichAddressIsWrong) {
  const KeyMaterial keys = test::shared_material();
  EXPECT_EQ(endpoint_refusal({.role = Role::follower, .peer = "robot", .keys = keys}),
            "leader address robot: expected HOST:PORT or [HOST]:PORT");
  EXPECT_EQ(endpoint_refusal({.role = Role::leader, .local = "::1:7000", .keys = keys}),
            "leader address ::1:7000: expected HOST:PORT or [HOST]:PORT");
  EXPECT_EQ(endpoint_refusal({.role = Role::leader, .peer = "127.0.0.1:70000", .keys = keys}),
            "follower address 127.0.0.1:70000: expected HOST:PORT or [HOST]:PORT");
  EXPECT_EQ(endpoint_refusal({.role = Role::leader, .keys = keys}),
            "leader address: neither where to listen nor whom to talk to is given");
  EXPECT_EQ(endpoint_refusal({.local = "127.0.0.1:0", .peer = "[::1]:7000", .keys = keys}),
            "leader address 127.0.0.1:0 and follower address [::1]:7000 are not of one kind, IPv4 "
            "or IPv6");
}

TEST(UdpEndpoint, SaysWhenItsAddressIsTaken) {
  UdpSocket first(parse_address("127.0.0.1:0", "first"));
  const std::string taken = to_string(first.local());
  EXPECT_EQ(endpoint_refusal({.local = taken, .keys = test::shared_material()}),
            fmt::format("cannot bind {}: Address already in use", taken));
}

}  // namespace
}  // namespace tether::link
