// Two ends over a network that does whatever it can: loses, repeats, reorders, changes, forges.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/processes/channel_pair.hpp"

namespace tether::link {
namespace {

using test::ChannelPair;
using test::DatagramBytes;

// half is lost, much comes twice and late, in any order
ChannelPair::Delivery rough(test::RandomDraw& draw) {
  // of each direction
  auto all_late = std::make_shared<std::map<void*, std::vector<DatagramBytes>>>();
  return [&draw, all_late](auto& arriving, const DatagramBytes& datagram) {
    auto& late = (*all_late)[&arriving];
    if (draw.bernoulli(0.5)) return;
    arriving.push_back(datagram);
    if (draw.bernoulli(0.3)) arriving.push_front(datagram);
    if (draw.bernoulli(0.3)) late.push_back(datagram);
    if (!late.empty() && draw.bernoulli(0.3)) {
      arriving.push_back(late[static_cast<std::size_t>(draw.pick(static_cast<int>(late.size())))]);
    }
  };
}

std::string text_of(const DatagramBytes& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(RoughNetwork, StillConnectsAndBringsEverySampleOnceAtMost) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ChannelPair pair;
    test::RandomDraw draw(seed);
    pair.delivery = rough(draw);
    pair.run(3000);
    ASSERT_TRUE(pair.connected()) << seed;
    EXPECT_TRUE(pair.talking(100)) << seed;
    EXPECT_GT(pair.leader->channel.counts().replayed, 0U) << seed;
    EXPECT_EQ(pair.leader->channel.counts().forged, 0U) << seed;
  }
}

TEST(RoughNetwork, StillAcceptsRestartsOfEitherEnd) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    ChannelPair pair;
    test::RandomDraw draw(seed);
    pair.delivery = rough(draw);
    pair.run(3000);
    for (int restart = 0; restart < 4; ++restart) {
      draw.bernoulli(0.5) ? pair.start_leader() : pair.start_follower();
      // datagrams of dead runs keep coming; a candidate of a dead run costs three seconds
      pair.run(9000);
      ASSERT_TRUE(pair.connected() && pair.talking(100)) << seed << ' ' << restart;
    }
  }
}

TEST(Attacker, ChangesNothingByRepeatingAllThatWasEverSaid) {
  ChannelPair pair;
  pair.run(300);
  pair.start_follower();
  pair.run(300);
  pair.start_leader();
  pair.run(300);
  ASSERT_TRUE(pair.connected());
  const std::vector<DatagramBytes> recorded = pair.captured;
  const int agreements = pair.leader->agreements + pair.follower->agreements;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    for (auto* end : {pair.leader.get(), pair.follower.get()}) {
      const Taken taken = end->take(pair.now, recorded[i]);
      EXPECT_FALSE(taken.begins);
      EXPECT_NE(taken.kind, Taken::Kind::sample);
      EXPECT_NE(taken.kind, Taken::Kind::confirmation);
    }
    if (i % 10 == 0) pair.run(1);
  }
  EXPECT_TRUE(pair.talking());
  EXPECT_EQ(pair.leader->channel.counts().connections, 1U);
  EXPECT_EQ(pair.leader->agreements + pair.follower->agreements, agreements);
}

TEST(Attacker, KeepsNobodyFromConnectingByRepeatingHellosOfEarlierRuns) {
  ChannelPair pair;
  pair.run(300);
  const std::vector<DatagramBytes> recorded = pair.captured;
  pair.start_leader();
  pair.start_follower();
  for (int tick = 0; tick < 1000; ++tick) {
    for (int i = 0; i < 5; ++i) {
      const auto& old = recorded[static_cast<std::size_t>(5 * tick + i) % recorded.size()];
      pair.to_leader.push_back(old);
      pair.to_follower.push_back(old);
    }
    pair.run(1);
  }
  EXPECT_TRUE(pair.connected() && pair.talking());
}

TEST(Attacker, GetsNoMutatedDatagramAcceptedInHundredsOfThousands) {
  ChannelPair pair;
  pair.run(300);
  pair.start_follower();
  pair.run(300);
  ASSERT_TRUE(pair.connected());
  test::RandomDraw draw(11);
  // what is genuine, and new to the leader: held back by the network
  std::vector<DatagramBytes> originals = pair.captured;
  pair.delivery = [&](auto& arriving, const auto& datagram) {
    &arriving == &pair.to_leader ? originals.push_back(datagram) : arriving.push_back(datagram);
  };
  pair.run(300);
  std::set<std::string> genuine;
  for (const auto& datagram : originals) genuine.insert(text_of(datagram));

  const LinkCounts before = pair.leader->channel.counts();
  std::uint64_t tried = 0;
  while (tried < 300000) {
    DatagramBytes datagram =
        originals[static_cast<std::size_t>(draw.pick(static_cast<int>(originals.size())))];
    for (int n = draw.pick(4); n >= 0; --n) {
      datagram[static_cast<std::size_t>(draw.bits()) % datagram.size()] ^=
          static_cast<std::uint8_t>(1U << draw.pick(8));
    }
    if (draw.bernoulli(0.1)) datagram.resize(static_cast<std::size_t>(draw.pick(400)));
    if (genuine.contains(text_of(datagram))) continue;
    ++tried;
    const Taken taken = pair.leader->take(pair.now, datagram);
    ASSERT_EQ(taken.kind, Taken::Kind::dropped);
    ASSERT_FALSE(taken.begins);
  }
  const LinkCounts after = pair.leader->channel.counts();
  EXPECT_EQ(after.dropped() - before.dropped(), tried);
  EXPECT_GT(after.forged, before.forged + 1000);
  EXPECT_GT(after.replayed, before.replayed + 1000);
  EXPECT_GT(after.truncated, before.truncated + 1000);
  EXPECT_GT(after.oversized, before.oversized + 1000);
  EXPECT_GT(after.garbage, before.garbage + 1000);
  EXPECT_GT(after.other_connection, before.other_connection + 1000);
  pair.delivery = nullptr;
  EXPECT_TRUE(pair.talking());
}

TEST(Attacker, GetsNoRandomDatagramAccepted) {
  ChannelPair pair;
  pair.run(300);
  test::RandomDraw draw(5);
  const std::uint64_t before = pair.leader->channel.counts().dropped();
  for (int i = 0; i < 200000; ++i) {
    DatagramBytes datagram(static_cast<std::size_t>(draw.pick(300)));
    for (auto& byte : datagram) byte = static_cast<std::uint8_t>(draw.bits());
    // of a known type and length, so that it gets further than that
    if (!datagram.empty() && draw.bernoulli(0.7)) {
      datagram[0] = static_cast<std::uint8_t>(1 + draw.pick(3));
      datagram.resize(datagram[0] == 1   ? kHelloBytes
                      : datagram[0] == 2 ? kConfirmationBytes
                                         : kDatagramBytes);
      datagram[1] = kUdpVersion;
    }
    ASSERT_EQ(pair.leader->take(pair.now, datagram).kind, Taken::Kind::dropped);
  }
  EXPECT_EQ(pair.leader->channel.counts().dropped() - before, 200000U);
  EXPECT_TRUE(pair.talking());
}

TEST(HelloFlood, CostsNoAgreementAndFewAnswers) {
  ChannelPair pair;
  pair.run(300);
  ASSERT_TRUE(pair.connected());
  const int agreements = pair.leader->agreements;
  // hellos that the true follower made in other runs, so that each is authentic and news
  std::vector<DatagramBytes> hellos;
  for (int i = 0; i < 500; ++i) {
    test::ChannelEnd run(Role::follower, test::shared_material());
    for (auto& datagram : run.send(core::Time{})) hellos.push_back(std::move(datagram));
  }
  const auto is_hello = [](const DatagramBytes& d) { return d.size() == kHelloBytes; };
  pair.captured.clear();
  for (int tick = 0; tick < 1000; ++tick) {
    for (std::size_t i = 0; i < 64; ++i) {
      pair.to_leader.push_back(hellos[(static_cast<std::size_t>(tick) * 64 + i) % hellos.size()]);
    }
    pair.run(1);
  }
  EXPECT_EQ(pair.leader->agreements, agreements);
  EXPECT_EQ(pair.leader->channel.counts().connections, 1U);
  // one every 10 ms at most
  EXPECT_LE(std::count_if(pair.captured.begin(), pair.captured.end(), is_hello), 101);
  EXPECT_TRUE(pair.talking());
}

}  // namespace
}  // namespace tether::link
