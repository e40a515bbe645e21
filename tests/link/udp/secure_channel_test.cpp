// Two ends that meet, part and meet again over a network that keeps its manners.
#include "tether/link/udp/secure_channel.hpp"

#include <gtest/gtest.h>

#include "tests/support/processes/channel_pair.hpp"

namespace tether::link {
namespace {

using test::ChannelPair;

KeyMaterial pair_of(const Key& own, const Key& peer) {
  return {.kind = KeyMaterial::Kind::pair, .secret = own, .peer_public = public_half(peer)};
}

TEST(SecureChannel, ConnectsEndsThatStartTogether) {
  ChannelPair pair;
  pair.run(400);
  EXPECT_TRUE(pair.connected());
  EXPECT_TRUE(pair.talking());
  EXPECT_EQ(pair.leader->channel.counts().connections, 1U);
  EXPECT_EQ(pair.follower->channel.counts().connections, 1U);
  EXPECT_EQ(pair.leader->agreements, 1);
  EXPECT_EQ(pair.leader->channel.counts().dropped(), 0U);
}

TEST(SecureChannel, ConnectsWhicheverEndStartsFirst) {
  for (const bool leader_first : {true, false}) {
    ChannelPair pair;
    (leader_first ? pair.follower : pair.leader).reset();
    pair.run(5000);
    leader_first ? pair.start_follower() : pair.start_leader();
    pair.run(400);
    EXPECT_TRUE(pair.connected() && pair.talking()) << leader_first;
  }
}

TEST(SecureChannel, ConnectsOwnersOfKeyPairs) {
  const Key a = random_key(), b = random_key(), c = random_key();
  ChannelPair pair(pair_of(a, b), pair_of(b, a));
  pair.run(400);
  EXPECT_TRUE(pair.connected() && pair.talking());
  // somebody who knows both public keys, but has another secret
  ChannelPair stranger(pair_of(a, b), pair_of(c, a));
  stranger.run(2000);
  EXPECT_FALSE(stranger.leader->channel.connected() || stranger.follower->channel.connected());
  EXPECT_GT(stranger.leader->channel.counts().forged, 10U);
  EXPECT_EQ(stranger.leader->agreements, 0);
}

TEST(SecureChannel, NeverConnectsEndsWithDifferentKeys) {
  ChannelPair pair(test::shared_material(1), test::shared_material(2));
  pair.run(2000);
  EXPECT_FALSE(pair.leader->channel.connected() || pair.follower->channel.connected());
  EXPECT_GT(pair.leader->channel.counts().forged, 10U);
  EXPECT_EQ(pair.leader->channel.counts().hellos, 0U);
}

TEST(SecureChannel, ReportsWhenBothEndsLead) {
  test::ChannelEnd one(Role::leader, test::shared_material()),
      two(Role::leader, test::shared_material());
  for (const auto& datagram : one.send(core::Time{})) two.take(core::Time{}, datagram);
  EXPECT_EQ(two.channel.counts().same_role, 1U);
}

TEST(SecureChannel, SpeaksAnotherLanguageThanAnotherVersion) {
  test::ChannelEnd leader(Role::leader, test::shared_material()),
      follower(Role::follower, test::shared_material());
  for (auto datagram : leader.send(core::Time{})) {
    datagram[1] = kUdpVersion + 1;
    EXPECT_EQ(follower.take(core::Time{}, datagram).kind, Taken::Kind::dropped);
  }
  EXPECT_EQ(follower.channel.counts().wrong_version, 1U);
}

TEST(SecureChannel, AcceptsAPeerThatIsStartedAnewWhileTheOldConnectionLooksAlive) {
  for (const bool leader_restarts : {true, false}) {
    ChannelPair pair;
    pair.run(400);
    ASSERT_TRUE(pair.connected());
    leader_restarts ? pair.start_leader() : pair.start_follower();
    test::ChannelEnd& stayed = leader_restarts ? *pair.follower : *pair.leader;
    pair.run(400);
    EXPECT_TRUE(pair.connected() && pair.talking()) << leader_restarts;
    EXPECT_EQ(stayed.channel.counts().connections, 2U);
    EXPECT_EQ(stayed.tracker.received().epoch, 2U);
  }
}

TEST(SecureChannel, AcceptsAPeerThatIsStartedAnewManyTimes) {
  ChannelPair pair;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    pair.run(300);
    ASSERT_TRUE(pair.connected()) << i;
    EXPECT_EQ(pair.leader->channel.counts().connections, i);
    pair.start_follower();
  }
}

// what is said arrives so many ticks later
class LongWay {
 public:
  LongWay(ChannelPair& pair, int ticks) : pair_(pair), ticks_(ticks) {
    pair.delivery = [this](auto& arriving, const auto& datagram) {
      flying_.push_back({tick_ + ticks_, &arriving, datagram});
    };
  }
  void run(int n) {
    for (int i = 0; i < n; ++i, ++tick_) {
      for (; !flying_.empty() && flying_.front().at <= tick_; flying_.pop_front()) {
        flying_.front().to->push_back(flying_.front().datagram);
      }
      pair_.run(1);
    }
  }

 private:
  struct Flying {
    int at;
    std::deque<test::DatagramBytes>* to;
    test::DatagramBytes datagram;
  };
  ChannelPair& pair_;
  int ticks_, tick_ = 0;
  std::deque<Flying> flying_;
};

TEST(SecureChannel, DoesNotWaitForARunThatDiedHalfWay) {
  constexpr int kOneWay = 351;  // Netherlands to Australia [ms]
  for (const int one_way : {0, 20, kOneWay}) {
    for (const bool leader_dies : {true, false}) {
      ChannelPair pair;
      LongWay way(pair, one_way);
      test::ChannelEnd& stays = leader_dies ? *pair.follower : *pair.leader;
      while (stays.agreements == 0) way.run(1);
      ASSERT_FALSE(stays.channel.connected());
      leader_dies ? pair.start_leader() : pair.start_follower();
      // there, back and there again with keys that are new, and the hello's own period
      way.run(7 * one_way + 450);
      EXPECT_TRUE(pair.connected()) << one_way << ' ' << leader_dies;
      EXPECT_EQ(stays.channel.counts().connections, 1U);
    }
  }
}

TEST(SecureChannel, PromisesNothingTwiceToAPeerThatIsStartedAnew) {
  ChannelPair pair;
  pair.energy = 5;
  pair.run(400);
  EXPECT_DOUBLE_EQ(pair.follower->tracker.received().sample.energy, 0);
  pair.energy = 7;
  pair.run(10);
  EXPECT_DOUBLE_EQ(pair.follower->tracker.received().sample.energy, 2);
  pair.start_follower();
  pair.energy = 8;
  pair.run(400);
  pair.energy = 8.5;
  pair.run(10);
  EXPECT_DOUBLE_EQ(pair.follower->tracker.received().sample.energy, 0.5);
}

TEST(SecureChannel, GoesOnWithTheSameConnectionWhenTheNetworkComesBack) {
  for (const int cut : {500, 2000, 10000}) {
    ChannelPair pair;
    pair.run(400);
    ASSERT_TRUE(pair.connected());
    pair.delivery = [](auto&, const auto&) {};
    pair.run(cut);
    pair.delivery = nullptr;
    EXPECT_TRUE(pair.talking()) << cut;
    pair.run(1000);
    EXPECT_EQ(pair.leader->channel.counts().connections, 1U) << cut;
    EXPECT_EQ(pair.follower->channel.counts().connections, 1U) << cut;
  }
}

TEST(SecureChannel, FindsBackWhenTheNetworkIsCutAtAnyMomentOfTheHandshake) {
  for (int moment = 0; moment < 60; ++moment) {
    for (const bool one_way : {true, false}) {
      ChannelPair pair;
      int sent = 0;
      // nothing arrives from the n-th datagram on, for longer than anybody's patience
      pair.delivery = [&](auto& arriving, const auto& datagram) {
        const bool lost = sent++ >= moment && (!one_way || &arriving == &pair.to_leader);
        if (!lost) arriving.push_back(datagram);
      };
      pair.run(5000);
      pair.delivery = nullptr;
      pair.run(5000);
      EXPECT_TRUE(pair.connected() && pair.talking()) << moment << ' ' << one_way;
    }
  }
}

TEST(SecureChannel, UsesAesWhereTheProcessorHasIt) {
  ChannelPair pair;
  EXPECT_FALSE(pair.leader->channel.cipher().has_value());
  pair.run(400);
  EXPECT_EQ(pair.leader->channel.cipher(),
            aes_available() ? CipherKind::aes256_gcm : CipherKind::chacha20_poly1305);
}

TEST(SecureChannel, FallsBackWhereThePeersProcessorHasNoAes) {
  const KeyMaterial material = test::shared_material();
  test::ChannelEnd leader(Role::leader, material);
  const LongTermKeys follower = long_term_keys(material, Role::follower);
  // a follower made by hand that has no AES
  Hello greeting;
  for (const auto& datagram : leader.send(core::Time{})) {
    greeting = decode_hello(Bytes(datagram).first<kHelloBytes>());
  }
  const Ephemeral own = new_ephemeral();
  std::array<std::uint8_t, kHelloBytes> answer;
  encode({.role = Role::follower, .aes = false, .own = own.open, .echo = greeting.own},
         follower.own_hello, answer);
  signals::Sample none;
  EXPECT_EQ(leader.channel.take(core::Time{}, answer, none).kind, Taken::Kind::hello);
  AgreementRequest request;
  ASSERT_TRUE(leader.channel.wants(request));
  EXPECT_EQ(request.cipher, CipherKind::chacha20_poly1305);
  // and both come to the same keys
  const Agreement ours = agree(leader.keys, request);
  const Agreement theirs =
      agree(follower, {.own = own, .peer = greeting.own, .cipher = CipherKind::chacha20_poly1305});
  EXPECT_TRUE(ours.ok && theirs.ok);
  EXPECT_EQ(ours.seal, theirs.open);
  EXPECT_EQ(ours.open, theirs.seal);
  EXPECT_EQ(ours.connection, theirs.connection);
  EXPECT_NE(ours.seal, ours.open);
}

TEST(KeyAgreement, RefusesAPeerKeyThatIsNone) {
  const LongTermKeys keys = long_term_keys(test::shared_material(), Role::leader);
  EXPECT_FALSE(agree(keys, {.own = new_ephemeral(), .peer = Key{}}).ok);
}

TEST(KeyAgreement, NeverComesToTheSameKeysTwice) {
  const LongTermKeys keys = long_term_keys(test::shared_material(), Role::leader);
  const Ephemeral peer = new_ephemeral();
  EXPECT_NE(agree(keys, {.own = new_ephemeral(), .peer = peer.open}).seal,
            agree(keys, {.own = new_ephemeral(), .peer = peer.open}).seal);
}

}  // namespace
}  // namespace tether::link
