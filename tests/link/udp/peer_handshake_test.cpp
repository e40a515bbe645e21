// Two ends on a network that may do anything with what was ever sent: drop it, deliver it late, and
// deliver it again. Either end may be killed and started anew at any time.
#include "tether/link/udp/peer_handshake.hpp"

#include <array>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::link {
namespace {

constexpr std::uint64_t seed_of(std::size_t side, int run) {
  return 1000 * (side + 1) + static_cast<std::uint64_t>(run);
}

struct Packet {
  std::size_t to = 0;  // side
  int run = 0;         // of the sender
  Address address;
  auto operator<=>(const Packet&) const = default;
};

struct World {
  std::array<PeerHandshake, 2> ends{PeerHandshake(seed_of(0, 0)), PeerHandshake(seed_of(1, 0))};
  std::array<int, 2> runs{};
  std::array<int, 2> newest_taken{};  // run of the other side, by this run
  std::set<Packet> sent;

  auto operator<=>(const World&) const = default;

  Packet send(std::size_t side) {
    const Packet packet{1 - side, runs[side], ends[side].stamp()};
    sent.insert(packet);
    return packet;
  }

  Arrival deliver(const Packet& packet) {
    PeerHandshake& end = ends[packet.to];
    const PeerHandshake before = end;
    const Arrival received = end.receive(packet.address);
    const bool begins = received == Arrival::begin || received == Arrival::begin_take;
    // an epoch begins once: its number is new, and only a beginning changes it
    EXPECT_EQ(begins, end.mine() != before.mine());
    if (received == Arrival::take || received == Arrival::begin_take) {
      EXPECT_GE(packet.run, newest_taken[packet.to]) << "an earlier run after a later one";
      EXPECT_TRUE(packet.address.met);
      EXPECT_EQ(packet.address.from, end.partner());
      EXPECT_EQ(packet.address.to, end.mine());
      newest_taken[packet.to] = packet.run;
    }
    return received;
  }

  void restart(std::size_t side) {
    ends[side] = PeerHandshake(seed_of(side, ++runs[side]));
    newest_taken[side] = 0;
  }

  bool joined() const {
    return ends[0].met() && ends[0].partner() == ends[1].mine() &&
           ends[1].partner() == ends[0].mine();
  }
};

// Both ends send by turns, or at the same time, and everything arrives: soon they are in one
// epoch, and stay in it.
bool settles(World world, bool crossing) {
  constexpr int kRounds = 12;
  const auto round = [&] {
    std::array<Arrival, 2> received{};
    const Packet first = world.send(0);
    if (!crossing) received[1] = world.deliver(first);
    const Packet second = world.send(1);
    if (crossing) received[1] = world.deliver(first);
    received[0] = world.deliver(second);
    return received;
  };
  for (int i = 0; i < kRounds; ++i) round();
  if (!world.joined()) return false;
  for (int i = 0; i < 4; ++i) {
    if (round() != std::array{Arrival::take, Arrival::take}) return false;
  }
  return true;
}

// every world that one more event can make of this one
std::vector<World> successors(const World& world, int restarts) {
  std::vector<World> next;
  for (std::size_t side = 0; side < 2; ++side) {
    next.push_back(world);
    next.back().send(side);
    if (world.runs[side] < restarts) {
      next.push_back(world);
      next.back().restart(side);
    }
  }
  for (const Packet& packet : world.sent) {
    next.push_back(world);
    next.back().deliver(packet);
  }
  return next;
}

TEST(PeerHandshake, JoinsBothEndsFromEveryStateThatAnyNetworkCanBringAbout) {
  constexpr int kEvents = 13;
  constexpr int kRestarts = 2;
  std::set<World> seen{World{}};
  std::vector<World> front{World{}};
  std::size_t joined = 0;
  for (int events = 0; events < kEvents; ++events) {
    std::vector<World> next;
    for (const World& world : front) {
      for (World& after : successors(world, kRestarts)) {
        if (!seen.insert(after).second) continue;
        ASSERT_TRUE(settles(after, false));
        ASSERT_TRUE(settles(after, true));
        ASSERT_FALSE(HasFailure());
        joined += after.joined();
        next.push_back(std::move(after));
      }
    }
    front = std::move(next);
  }
  RecordProperty("states", static_cast<int>(seen.size()));
  EXPECT_GT(joined, 100U);
}

TEST(PeerHandshake, SurvivesLongRandomHistoriesOfRestartsAndLatePackets) {
  constexpr int kHistories = 300;
  constexpr int kEvents = 2000;
  int joined = 0;
  for (int history = 0; history < kHistories; ++history) {
    test::RandomDraw draw(static_cast<std::uint64_t>(history));
    const double restart = draw.bernoulli(0.5) ? 0.01 : 0.001;
    World world;
    std::vector<Packet> old;
    for (int event = 0; event < kEvents; ++event) {
      const auto side = static_cast<std::size_t>(draw.pick(2));
      if (draw.bernoulli(restart)) world.restart(side);
      const Packet packet = world.send(side);
      old.push_back(packet);
      if (draw.bernoulli(0.7)) world.deliver(packet);
      while (draw.bernoulli(0.3)) world.deliver(old[draw.bits() % old.size()]);
      joined += world.joined();
    }
    ASSERT_TRUE(settles(world, draw.bernoulli(0.5))) << "history " << history;
    ASSERT_FALSE(HasFailure()) << "history " << history;
  }
  EXPECT_GT(joined, kHistories * kEvents / 2);
}

TEST(PeerHandshake, IsNotDisturbedByLateGreetings) {
  World world;
  const Packet greeting = world.send(0);
  for (int i = 0; i < 6; ++i) {
    world.deliver(world.send(0));
    world.deliver(world.send(1));
  }
  ASSERT_TRUE(world.joined());
  const PeerHandshake before = world.ends[0];
  for (int i = 0; i < 20; ++i) {
    world.deliver(greeting);
    // of every two samples one at most answers the greeting, and nobody minds
    int taken = 0;
    for (int k = 0; k < 2; ++k) taken += world.deliver(world.send(1)) == Arrival::take;
    EXPECT_GE(taken, 1);
    EXPECT_EQ(world.deliver(world.send(0)), Arrival::take);
  }
  EXPECT_EQ(world.ends[0].mine(), before.mine());
  EXPECT_EQ(world.ends[0].partner(), before.partner());
}

TEST(PeerHandshake, LeavesACrashedPartnerForItsNextRun) {
  World world;
  for (int i = 0; i < 3; ++i) {
    world.deliver(world.send(0));
    world.deliver(world.send(1));
  }
  ASSERT_TRUE(world.joined());
  const Packet late = world.send(1);
  world.restart(1);
  EXPECT_EQ(world.deliver(late), Arrival::take) << "nothing of the next run was received yet";
  EXPECT_EQ(world.deliver(world.send(1)), Arrival::ignore);      // greeting
  EXPECT_EQ(world.deliver(world.send(0)), Arrival::begin);       // answer
  EXPECT_EQ(world.deliver(world.send(1)), Arrival::begin_take);  // addressed
  EXPECT_EQ(world.deliver(late), Arrival::ignore);
  EXPECT_EQ(world.deliver(world.send(0)), Arrival::take);
}

TEST(PeerHandshake, TakesNothingFromNobody) {
  PeerHandshake handshake(1);
  EXPECT_EQ(handshake.receive({}), Arrival::ignore);
  EXPECT_EQ(handshake.receive({0, handshake.stamp().from, true}), Arrival::ignore);
  EXPECT_FALSE(handshake.met());
}

}  // namespace
}  // namespace tether::link
