#include "tether/link/udp/relay.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "tests/support/processes/udp_pair.hpp"

namespace tether::link {
namespace {

UdpAddress here() { return parse_address("127.0.0.1:0", "test"); }

// a relay that runs beside the test
class Running {
 public:
  explicit Running(const RelayParams& params)
      : relay(params), thread_([this] { relay.run(stop_); }) {}
  ~Running() { stop(); }
  void stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  Relay relay;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST(Relay, PassesDatagramsOfAnySizeOnAndAnswersBack) {
  UdpSocket a(here()), b(here());
  Running running({.listen = here(), .to = b.local(), .there = {}, .back = {}});
  const std::vector<std::uint8_t> big(60000, 5);
  for (const std::size_t size : {0U, 1U, 1000U, 60000U}) {
    ASSERT_TRUE(a.send(running.relay.address(), Bytes(big).first(size)));
    ASSERT_EQ(b.wait(std::chrono::seconds(20)), 1U);
    // the socket of the test cuts it
    EXPECT_EQ(b.datagram(0).size(), std::min(size, UdpSocket::kLongest));
    const UdpAddress relayed = b.source(0);
    ASSERT_TRUE(b.send(relayed, Bytes(big).first(7)));
    ASSERT_EQ(a.wait(std::chrono::seconds(20)), 1U);
    EXPECT_EQ(a.datagram(0).size(), 7U);
    EXPECT_TRUE(a.source(0) == running.relay.address());
  }
  running.stop();
  EXPECT_EQ(running.relay.there().passed_on, 4U);
  EXPECT_EQ(running.relay.back().passed_on, 4U);
}

TEST(Relay, LosesAndDuplicatesAsItIsAsked) {
  UdpSocket a(here()), b(here());
  NetworkParams network;
  network.loss.probability = 0.3;
  network.duplication = 0.2;
  Running running({.listen = here(), .to = b.local(), .there = network, .back = {}});
  const std::vector<std::uint8_t> bytes(10, 1);
  std::size_t received = 0;
  for (int i = 0; i < 2000; ++i) {
    a.send(running.relay.address(), bytes);
    received += b.wait(std::chrono::microseconds(500));
  }
  while (const std::size_t n = b.wait(std::chrono::milliseconds(300))) received += n;
  running.stop();
  const RelayCounts& counts = running.relay.there();
  EXPECT_EQ(counts.came, 2000U);
  EXPECT_NEAR(static_cast<double>(counts.lost), 600, 100);
  EXPECT_NEAR(static_cast<double>(counts.duplicated), 280, 80);
  EXPECT_EQ(received, counts.came - counts.lost + counts.duplicated);
}

TEST(Relay, JoinsTwoEndpointsWithABadNetworkBetweenThem) {
  NetworkParams bad;
  bad.delay = {.kind = DelayParams::Kind::normal, .mean = 0.004, .deviation = 0.001};
  bad.loss.probability = 0.05;
  bad.duplication = 0.02;
  bad.overtaking = 0.1;
  UdpEndpoint follower(
      {.role = Role::follower, .local = "127.0.0.1:0", .keys = test::shared_material()});
  Running running({.listen = here(), .to = follower.local(), .there = bad, .back = bad});
  UdpEndpoint leader({.role = Role::leader,
                      .peer = to_string(running.relay.address()),
                      .keys = test::shared_material()});
  signals::Received at_leader, at_follower;
  core::Time now;
  for (int i = 0; i < 20000 && !(at_leader.valid && at_follower.valid); ++i) {
    now += std::chrono::milliseconds(1);
    at_leader = leader.receive(now);
    at_follower = follower.receive(now);
    leader.send(now, {});
    follower.send(now, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(at_leader.valid && at_follower.valid);
  EXPECT_EQ(leader.counts().forged + follower.counts().forged, 0U);
}

}  // namespace
}  // namespace tether::link
