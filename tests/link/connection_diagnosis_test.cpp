// What keeps two ends apart, as an endpoint with a real socket on this machine finds out.
#include "tether/link/connection_diagnosis.hpp"

#include <cerrno>
#include <functional>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/processes/udp_pair.hpp"

namespace tether::link {
namespace {

using test::ChannelEnd;
using test::DatagramBytes;
using test::shared_material;
using test::UdpPair;

// all of 127.0.0.0/8 is this machine: the number of the process makes an address its own
std::string own_address(int port) {
  const auto id = static_cast<unsigned>(getpid());
  return fmt::format("127.{}.{}.{}:{}", 128 + (id >> 16U) % 64, (id >> 8U) & 255U, id & 255U, port);
}

UdpEndpointParams leader_at(const std::string& local, const std::string& peer) {
  return {.role = Role::leader, .local = local, .peer = peer, .keys = shared_material()};
}

// what a watch says at the end of each second
struct Watched {
  core::Time now{};
  ConnectionWatch watch = {};

  Trouble second(UdpEndpoint& end, const std::function<void()>& others = {}) {
    watch.update(now, end);
    for (int i = 0; i < 1000; ++i) {
      now += std::chrono::milliseconds(1);
      if (others) others();
      end.receive(now);
      signals::Sample sample;
      sample.sent = now;
      end.send(now, sample);
      // a turn for the thread that agrees on keys
      if (i % 20 == 0) std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    watch.update(now, end);
    return watch.diagnosis().trouble;
  }
  // the first that it says, and after how many seconds
  std::pair<Trouble, int> first(UdpEndpoint& end, const std::function<void()>& others = {}) {
    for (int seconds = 1; seconds <= 10; ++seconds) {
      if (const Trouble trouble = second(end, others); trouble != Trouble::none) {
        return {trouble, seconds};
      }
    }
    return {};
  }
  const ConnectionEvidence& evidence() const { return watch.diagnosis().evidence; }
};

using Said = std::pair<Trouble, int>;

// A follower whose datagrams a test may change or lose on their way out; it receives unless said
// otherwise.
class HandMadeFollower {
 public:
  HandMadeFollower(const std::string& local, const std::string& leader)
      : socket_(parse_address(local, "follower")), leader_(parse_address(leader, "leader")) {}

  // false: does not go
  std::function<bool(DatagramBytes&)> change;
  bool receives = true;

  void tick(core::Time now) {
    const std::size_t count = socket_.receive();
    for (std::size_t i = 0; receives && i < count; ++i) end_.take(now, socket_.datagram(i));
    for (DatagramBytes& datagram : end_.send(now)) {
      if (!change || change(datagram)) socket_.send(leader_, datagram);
    }
  }

 private:
  UdpSocket socket_;
  UdpAddress leader_;
  ChannelEnd end_{Role::follower, shared_material()};
};

TEST(ConnectionDiagnosis, IsNoneOfTwoThatTalk) {
  UdpPair pair;
  ASSERT_TRUE(pair.connect());
  ConnectionWatch watch;
  for (int second = 0; second < 5; ++second) {
    watch.update(pair.now, *pair.leader);
    for (int i = 0; i < 1000; ++i) pair.tick();
    EXPECT_FALSE(watch.update(pair.now, *pair.leader));
  }
  EXPECT_EQ(watch.diagnosis().trouble, Trouble::none);
  EXPECT_TRUE(watch.met());
  EXPECT_EQ(watch.conclude(*pair.leader).trouble, Trouble::none);
}

TEST(ConnectionDiagnosis, FindsAnotherKeyAtBothEndsWithinASecond) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there));
  UdpEndpoint follower(
      {.role = Role::follower, .local = there, .peer = here, .keys = shared_material(7)});
  Watched at_leader, at_follower;
  const auto others = [&] {
    follower.receive(at_leader.now);
    follower.send(at_leader.now, {});
  };
  EXPECT_EQ(at_leader.first(leader, others), Said(Trouble::wrong_key, 1));
  EXPECT_EQ(at_leader.evidence().source, there);
  EXPECT_EQ(trouble_in(follower.evidence(), {}), Trouble::wrong_key);
}

TEST(ConnectionDiagnosis, FindsAKeyPairThatDoesNotFit) {
  const auto pair_of = [](const Key& own, const Key& peer) {
    return KeyMaterial{
        .kind = KeyMaterial::Kind::pair, .secret = own, .peer_public = public_half(peer)};
  };
  const Key a = random_key(), b = random_key(), c = random_key();
  UdpPair pair("127.0.0.1", pair_of(a, b), pair_of(c, a));
  for (int i = 0; i < 1000; ++i) pair.tick();
  EXPECT_EQ(trouble_in(pair.follower->evidence(), {}), Trouble::wrong_key);
}

TEST(ConnectionDiagnosis, DoesNotBlameTheKeyForOneHelloThatWasChangedOnTheWay) {
  const ConnectionEvidence one{.unverified = 1};
  EXPECT_NE(trouble_in(one, {}), Trouble::wrong_key);
  // nor for strangers beside the true peer
  EXPECT_EQ(trouble_in({.greetings = 10, .unverified = 10}, {}), Trouble::peer_lacks_answer);
}

TEST(ConnectionDiagnosis, FindsTwoLeaders) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there)), rival(leader_at(there, here));
  Watched watched;
  EXPECT_EQ(watched.first(leader,
                          [&] {
                            rival.receive(watched.now);
                            rival.send(watched.now, {});
                          }),
            Said(Trouble::same_role, 1));
  EXPECT_EQ(watched.evidence().source, there);
  EXPECT_EQ(trouble_in(rival.evidence(), {}), Trouble::same_role);
}

TEST(ConnectionDiagnosis, FindsAnEndThatWasGivenItsOwnAddressForItsPeers) {
  const std::string here = own_address(7401);
  UdpEndpoint leader(leader_at(here, here));
  Watched watched;
  EXPECT_EQ(watched.first(leader), Said(Trouble::own_address, 1));
}

TEST(ConnectionDiagnosis, FindsAnotherVersionOfTheWireWhateverItsLengths) {
  for (const std::size_t length : {kHelloBytes, kHelloBytes + 4}) {
    const std::string here = own_address(7401), there = own_address(7402);
    UdpEndpoint leader(leader_at(here, there));
    HandMadeFollower follower(there, here);
    follower.change = [length](DatagramBytes& datagram) {
      datagram[1] = kUdpVersion + 1;
      datagram.resize(length);
      return true;
    };
    Watched watched;
    EXPECT_EQ(watched.first(leader, [&] { follower.tick(watched.now); }),
              Said(Trouble::other_version, 2));
    EXPECT_EQ(watched.evidence().version, kUdpVersion + 1);
    EXPECT_EQ(watched.evidence().source, there);
  }
}

TEST(ConnectionDiagnosis, FindsSamplesOfAnotherVersionBehindAHandshakeThatWentWell) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there));
  HandMadeFollower follower(there, here);
  follower.change = [](DatagramBytes& datagram) {
    if (datagram.size() == kDatagramBytes) datagram.push_back(0);
    return true;
  };
  Watched watched;
  EXPECT_EQ(watched.first(leader, [&] { follower.tick(watched.now); }).first,
            Trouble::other_version);
  EXPECT_EQ(watched.evidence().version, 0) << "that of the link is the same";
}

TEST(ConnectionDiagnosis, FindsAPathOnWhichOnlyTheHandshakePasses) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there));
  HandMadeFollower follower(there, here);
  follower.change = [](DatagramBytes& datagram) { return datagram.size() < kDatagramBytes; };
  Watched watched;
  const auto tick = [&] { follower.tick(watched.now); };
  EXPECT_EQ(watched.first(leader, tick), Said(Trouble::samples_lost, 3));
  // a handshake that fails is begun again and again, with silence in between
  for (int second = 0; second < 10; ++second) {
    EXPECT_EQ(watched.second(leader, tick), Trouble::samples_lost);
  }
  follower.change = nullptr;
  for (int second = 0; second < 10 && !watched.watch.met(); ++second) watched.second(leader, tick);
  EXPECT_EQ(watched.watch.diagnosis().trouble, Trouble::none);
}

TEST(ConnectionDiagnosis, FindsThatNoneOfItsOwnSamplesArrive) {
  EXPECT_EQ(trouble_in({.samples = 1000}, {}), Trouble::peer_lacks_samples);
  EXPECT_EQ(trouble_in({.samples = 1000, .echoing = 990}, {}), Trouble::none);
}

TEST(ConnectionDiagnosis, FindsAPeerThatSendsButDoesNotReceive) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there));
  HandMadeFollower follower(there, here);
  follower.receives = false;
  Watched watched;
  EXPECT_EQ(watched.first(leader, [&] { follower.tick(watched.now); }),
            Said(Trouble::peer_lacks_answer, 3));
}

TEST(ConnectionDiagnosis, FindsAPortWithoutAProgram) {
  UdpEndpoint leader(leader_at(own_address(7401), own_address(7402)));
  Watched watched;
  EXPECT_EQ(watched.first(leader), Said(Trouble::refused, 2));
  EXPECT_EQ(watched.evidence().error, ECONNREFUSED);
}

TEST(ConnectionDiagnosis, FindsAPortWithoutAProgramOverIpv6) {
  try {
    UdpEndpoint leader(leader_at("[::1]:0", "[::1]:9"));
    Watched watched;
    EXPECT_EQ(watched.first(leader), Said(Trouble::refused, 2));
  } catch (const std::exception& error) {
    GTEST_SKIP() << error.what();
  }
}

TEST(ConnectionDiagnosis, FindsNobodyAfterThreeSecondsOfSilence) {
  const std::string there = own_address(7402);
  const UdpSocket mute(parse_address(there, "mute"));
  UdpEndpoint leader(leader_at(own_address(7401), there));
  Watched watched;
  EXPECT_EQ(watched.first(leader), Said(Trouble::nobody, 3));
  // and where nobody is known to be called
  UdpEndpoint endpoint(
      {.role = Role::follower, .local = own_address(7403), .keys = shared_material()});
  EXPECT_EQ(Watched().first(endpoint), Said(Trouble::nobody, 3));
}

// says what a test has laid ready
class ScriptedEndpoint final : public DiagnosableEndpoint {
 public:
  void send(core::Time /*now*/, const signals::Sample& /*sample*/) noexcept override {}
  signals::Received receive(core::Time /*now*/) noexcept override { return {}; }
  ConnectionEvidence evidence() override { return next; }

  ConnectionEvidence next;
};

TEST(ConnectionDiagnosis, RemembersWhatTheNetworkAnswersNowAndThen) {
  ScriptedEndpoint endpoint;
  ConnectionWatch watch;
  core::Time now;
  std::vector<Trouble> said;
  watch.update(now, endpoint);
  // a host that no neighbour knows: an answer every third second
  for (int second = 1; second <= 12; ++second) {
    endpoint.next = {.error = second % 3 == 0 ? EHOSTUNREACH : 0};
    now += ConnectionWatch::kInterval;
    if (watch.update(now, endpoint)) said.push_back(watch.diagnosis().trouble);
  }
  EXPECT_EQ(said, std::vector{Trouble::unreachable});
  EXPECT_EQ(watch.diagnosis().evidence.error, EHOSTUNREACH);
  // and forgets it
  endpoint.next = {};
  for (int second = 0; second < 8; ++second) {
    now += ConnectionWatch::kInterval;
    watch.update(now, endpoint);
  }
  EXPECT_EQ(watch.diagnosis().trouble, Trouble::nobody);
}

TEST(ConnectionDiagnosis, FindsNobodyWhereAPeerWasThatWentSoonAfterTheyMet) {
  ScriptedEndpoint endpoint;
  ConnectionWatch watch;
  core::Time now;
  std::vector<Trouble> said;
  watch.update(now, endpoint);
  endpoint.next = {.samples = 500, .echoing = 499, .greetings = 2, .answers = 2};
  for (int second = 0; second < 8; ++second) {
    now += ConnectionWatch::kInterval;
    if (watch.update(now, endpoint)) said.push_back(watch.diagnosis().trouble);
    endpoint.next = {};
  }
  EXPECT_EQ(said, std::vector{Trouble::nobody});
  EXPECT_TRUE(watch.met());
}

TEST(ConnectionDiagnosis, DistinguishesStrangersFromAPeer) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there));
  UdpSocket stranger(parse_address(there, "stranger"));
  Watched watched;
  const std::array<std::uint8_t, 5> noise{'n', 'o', 'i', 's', 'e'};
  EXPECT_EQ(watched.first(leader, [&] { stranger.send(leader.local(), noise); }),
            Said(Trouble::not_ours, 3));
  EXPECT_EQ(watched.evidence().source, there);
}

TEST(ConnectionDiagnosis, ChangesWithWhatItSeesAndEndsWhenTheyMeet) {
  const std::string here = own_address(7401), there = own_address(7402);
  UdpEndpoint leader(leader_at(here, there));
  Watched watched;
  EXPECT_EQ(watched.first(leader).first, Trouble::refused);
  {
    UdpEndpoint rival(leader_at(there, here));
    const auto tick = [&] { rival.send(watched.now, {}); };
    EXPECT_EQ(watched.second(leader, tick), Trouble::same_role);
  }
  UdpEndpoint follower(
      {.role = Role::follower, .local = there, .peer = here, .keys = shared_material()});
  const auto tick = [&] {
    follower.receive(watched.now);
    follower.send(watched.now, {.sent = watched.now});
  };
  EXPECT_FALSE(watched.watch.met());
  for (int second = 0; second < 10 && !watched.watch.met(); ++second) watched.second(leader, tick);
  EXPECT_EQ(watched.watch.diagnosis().trouble, Trouble::none);
  EXPECT_TRUE(watched.watch.met());
}

TEST(ConnectionDiagnosis, SaysWhatItSawWhenItIsOverBeforeASecondIs) {
  UdpPair pair("127.0.0.1", shared_material(1), shared_material(2));
  ConnectionWatch watch;
  watch.update(pair.now, *pair.follower);
  for (int i = 0; i < 500; ++i) pair.tick();
  EXPECT_FALSE(watch.update(pair.now, *pair.follower));
  EXPECT_EQ(watch.conclude(*pair.follower).trouble, Trouble::wrong_key);
}

TEST(ConnectionDiagnosis, CostsATickNoMemoryWhileItIsRefused) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers bring their own heap";
  UdpEndpoint leader(leader_at(own_address(7401), own_address(7402)));
  core::Time now;
  {
    const test::AllocationCounter counter;
    for (int i = 0; i < 2000; ++i) {
      now += std::chrono::milliseconds(1);
      leader.receive(now);
      leader.send(now, {});
    }
    EXPECT_EQ(counter.allocations(), 0);
    EXPECT_EQ(counter.frees(), 0);
  }
  EXPECT_EQ(leader.evidence().error, ECONNREFUSED);
}

}  // namespace
}  // namespace tether::link
