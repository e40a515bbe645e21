// Running sides among strangers: floods of what is not genuine, and a peer with another key.
#include <algorithm>
#include <random>
#include <sstream>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "tests/apps/faults.hpp"
#include "tests/support/processes/capturing_relay.hpp"

namespace tether::apps {
namespace {

using test::Captured;

// of a socket on this machine, as the kernel reports (/proc/net/udp)
struct SocketState {
  std::uint64_t waiting = 0;  // bytes not taken yet
  std::uint64_t dropped = 0;  // datagrams that found no room
};

SocketState socket_state(const link::UdpAddress& address) {
  sockaddr_in v4{};
  std::copy_n(reinterpret_cast<const char*>(&address.storage), sizeof v4,
              reinterpret_cast<char*>(&v4));
  const std::string local = fmt::format("{:08X}:{:04X}", v4.sin_addr.s_addr, address.port());
  std::ifstream table("/proc/net/udp");
  for (std::string line; std::getline(table, line);) {
    if (line.find(local) == std::string::npos) continue;
    std::istringstream words(line);
    const std::vector<std::string> field{std::istream_iterator<std::string>(words), {}};
    if (field.size() < 13 || field[1] != local) continue;
    return {std::stoull(field[4].substr(9), nullptr, 16), std::stoull(field[12])};
  }
  return {};
}

// Datagrams that no honest peer sends: noise, and genuine ones that were changed or come again.
class Attacker {
 public:
  explicit Attacker(std::vector<Captured> genuine) : genuine_(std::move(genuine)) {
    for (const Captured& datagram : genuine_) known_.insert(text(datagram));
  }

  Captured next() {
    for (;;) {
      Captured datagram = below(4) == 0 ? noise() : changed(any());
      // a hello that comes again is authentic: it says nothing new, but is not dropped
      if (!known_.contains(text(datagram)) || datagram[0] != kHello) return datagram;
    }
  }

 private:
  static constexpr std::uint8_t kHello = 1;

  static std::string text(const Captured& datagram) { return {datagram.begin(), datagram.end()}; }

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(below(256)); }
  const Captured& any() { return genuine_[below(genuine_.size())]; }

  Captured noise() {
    Captured datagram(below(300));
    for (auto& b : datagram) b = byte();
    // half of it looks like something
    if (!datagram.empty() && below(2) == 0) datagram[0] = static_cast<std::uint8_t>(1 + below(3));
    return datagram;
  }

  Captured changed(Captured datagram) {
    switch (below(5)) {
      case 0:  // some bits
        for (std::size_t i = 0, n = 1 + below(8); i < n; ++i)
          datagram[below(datagram.size())] ^= static_cast<std::uint8_t>(1U << below(8));
        break;
      case 1:  // some bytes
        for (std::size_t i = 0, n = 1 + below(20); i < n; ++i)
          datagram[below(datagram.size())] = byte();
        break;
      case 2:  // its length
        datagram.resize(below(2 * datagram.size()), byte());
        break;
      case 3: {  // its end is another's
        const Captured& other = any();
        const std::size_t cut = below(std::min(datagram.size(), other.size()));
        std::copy(
            other.begin() + static_cast<std::ptrdiff_t>(cut),
            other.begin() + static_cast<std::ptrdiff_t>(std::min(datagram.size(), other.size())),
            datagram.begin() + static_cast<std::ptrdiff_t>(cut));
        break;
      }
      default:  // as it was
        break;
    }
    return datagram;
  }

  std::vector<Captured> genuine_;
  std::unordered_set<std::string> known_;
  std::mt19937_64 random_{7};
};

std::uint64_t dropped(const nlohmann::json& counts) {
  std::uint64_t sum = 0;
  for (const auto& [reason, count] : counts["dropped"].items()) sum += count.get<std::uint64_t>();
  return sum;
}

TEST_F(Faults, AMillionHostileDatagramsAreDroppedAndCounted) {
  constexpr int kDatagrams = 1'000'000;
  constexpr std::uint64_t kBacklog = 50'000;  // bytes that the side may be behind
  auto follower = start_follower();
  test::CapturingRelay network(addresses.relay, addresses.follower);
  auto leader = start_leader("leader", addresses.relay);
  ASSERT_TRUE(both_engaged(*leader, *follower)) << leader->output() << follower->output();

  Attacker attacker(network.captured());
  const auto target = link::parse_address(addresses.follower, "target");
  link::UdpSocket socket(link::any_address(target));
  int sent = 0;
  while (sent < kDatagrams) {
    // no faster than the side takes them, or the kernel would drop them unseen
    ASSERT_TRUE(test::eventually([&] { return socket_state(target).waiting < kBacklog; }));
    for (int i = 0; i < 32 && sent < kDatagrams; ++i) {
      if (socket.send(target, attacker.next())) ++sent;
    }
  }
  ASSERT_TRUE(test::eventually([&] { return socket_state(target).waiting == 0; }));
  const std::uint64_t unseen = socket_state(target).dropped;
  const auto [led, followed] = end(*leader, *follower);
  const auto at_leader = leader->summary()["link"]["leader"];
  const auto at_follower = follower->summary()["link"]["follower"];
  EXPECT_GE(dropped(at_follower) + unseen, static_cast<std::uint64_t>(kDatagrams));
  // nothing was taken that the leader had not sent, and the session went on
  EXPECT_LE(at_follower["received"], at_leader["sent"]);
  EXPECT_EQ(at_follower["connections"], 1);
  EXPECT_EQ(at_leader["connections"], 1);
  EXPECT_EQ(followed.count("follower_parted"), 0U);
  EXPECT_EQ(followed.count("follower_met_new_run"), 0U);
  for (const char* reason : {"forged", "replayed", "truncated", "oversized", "garbage",
                             "wrong_version", "same_role", "other_connection"}) {
    EXPECT_GT(at_follower["dropped"][reason], 0) << reason;
  }
  fmt::print("{} dropped by the side, {} by the kernel; {}\n", dropped(at_follower), unseen,
             at_follower["dropped"].dump());
}

TEST_F(Faults, APeerWithAnotherKeyIsNeverMet) {
  auto follower = start_follower();
  key = directory / "other.key";
  ASSERT_EQ(tether(fmt::format("keygen --out {}", key.string())).status, 0);
  test::CapturingRelay network(addresses.relay, addresses.follower);
  auto leader = start_leader("leader", addresses.relay);
  // enough hellos for many handshakes
  ASSERT_TRUE(test::eventually([&] { return network.there() > 30; })) << leader->output();
  EXPECT_EQ(leader->end(), kInterrupted);
  EXPECT_EQ(follower->end(), kInterrupted);

  for (SideProcess* side : {leader.get(), follower.get()}) {
    SCOPED_TRACE(signals::name(side->side()));
    const auto counts = side->summary()["link"][signals::name(side->side())];
    EXPECT_EQ(counts["connections"], 0);
    EXPECT_EQ(counts["received"], 0);
    EXPECT_EQ(counts["sent"], 0);
    const RecordedRun run = side->log();
    ASSERT_FALSE(run.ticks.empty());
    expect_bounded(run);
    for (const test::RecordedTick& tick : run.ticks) {
      ASSERT_EQ(tick.engagement, Engagement::waiting);
      ASSERT_TRUE(tick.effort.isZero()) << tick.time;
      ASSERT_EQ(tick.position, run.ticks.front().position) << tick.time;
    }
  }
  EXPECT_GT(follower->summary()["link"]["follower"]["dropped"]["forged"], 20);
}

}  // namespace
}  // namespace tether::apps
