// Two ends of a UDP link with a network of datagrams between them that a test may lose, repeat,
// reorder, change and forge; time is a number. Agreements are made on the spot.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "tests/support/random/random_sample.hpp"
#include "tether/link/sequence_tracker.hpp"
#include "tether/link/udp/secure_channel.hpp"

namespace tether::test {

inline link::Key key_filled_with(std::uint8_t byte) {
  link::Key key;
  key.fill(byte);
  return key;
}

inline link::KeyMaterial shared_material(std::uint8_t byte = 42) {
  return {.kind = link::KeyMaterial::Kind::shared, .secret = key_filled_with(byte)};
}

using DatagramBytes = std::vector<std::uint8_t>;

// One end, as UdpEndpoint has it, but for the socket.
class ChannelEnd {
 public:
  ChannelEnd(link::Role role, const link::KeyMaterial& material, std::uint64_t seed = 1)
      : keys(link::long_term_keys(material, role)), channel(keys, link::new_ephemeral(), seed) {}

  // one tick: what it sends
  std::vector<DatagramBytes> send(core::Time now, double energy = 0) {
    std::vector<DatagramBytes> out;
    link::Datagram datagram;
    while (channel.speak(now, datagram)) keep(out, datagram);
    signals::Sample sample;
    sample.sent = now;
    sample.energy = energy;
    if (channel.seal(tracker.number(now, sample), datagram)) keep(out, datagram);
    return out;
  }

  link::Taken take(core::Time now, link::Bytes datagram) {
    signals::Sample sample;
    const link::Taken taken = channel.take(now, datagram, sample);
    if (taken.begins) tracker.begin_epoch();
    if (taken.kind == link::Taken::Kind::sample) tracker.take(now, sample);
    link::AgreementRequest request;
    while (channel.wants(request)) {
      ++agreements;
      channel.agreed(now, link::agree(keys, request));
    }
    return taken;
  }

  link::LongTermKeys keys;
  link::SecureChannel channel;
  link::SequenceTracker tracker;
  int agreements = 0;

 private:
  static void keep(std::vector<DatagramBytes>& out, const link::Datagram& datagram) {
    const link::Bytes view = datagram.view();
    out.emplace_back(view.begin(), view.end());
  }
};

class ChannelPair {
 public:
  explicit ChannelPair(const link::KeyMaterial& leaders = shared_material(),
                       const link::KeyMaterial& followers = shared_material())
      : leader_material(leaders), follower_material(followers) {
    start_leader();
    start_follower();
  }

  void start_leader() {
    leader = std::make_unique<ChannelEnd>(link::Role::leader, leader_material, ++seed_);
  }
  void start_follower() {
    follower = std::make_unique<ChannelEnd>(link::Role::follower, follower_material, ++seed_);
  }

  // what a datagram meets: delivers it as often, as late and as changed as it likes
  using Delivery = std::function<void(std::deque<DatagramBytes>& arriving, const DatagramBytes&)>;

  // n ticks of a millisecond; an end that is null is not running
  void run(int n) {
    for (int i = 0; i < n; ++i) {
      now += std::chrono::milliseconds(1);
      cross(leader.get(), to_follower);
      cross(follower.get(), to_leader);
      arrive(follower.get(), to_follower);
      arrive(leader.get(), to_leader);
    }
  }
  bool connected() const {
    return leader && follower && leader->channel.connected() && follower->channel.connected();
  }
  // and what is said is understood
  bool talking(int ticks = 5) {
    leader->tracker.received();
    follower->tracker.received();
    run(ticks);
    return leader->tracker.received().arrived > 0 && follower->tracker.received().arrived > 0;
  }

  link::KeyMaterial leader_material, follower_material;
  std::unique_ptr<ChannelEnd> leader, follower;
  std::deque<DatagramBytes> to_leader, to_follower;  // on their way
  std::vector<DatagramBytes> captured;               // everything that was ever sent
  Delivery delivery;                                 // all arrive at once where none is given
  core::Time now{std::chrono::seconds(1)};
  double energy = 0;

 private:
  void cross(ChannelEnd* from, std::deque<DatagramBytes>& arriving) {
    if (from == nullptr) return;
    for (const DatagramBytes& datagram : from->send(now, energy)) {
      captured.push_back(datagram);
      if (delivery) {
        delivery(arriving, datagram);
      } else {
        arriving.push_back(datagram);
      }
    }
  }
  void arrive(ChannelEnd* at, std::deque<DatagramBytes>& arriving) {
    while (!arriving.empty()) {
      const DatagramBytes datagram = arriving.front();
      arriving.pop_front();
      if (at != nullptr) at->take(now, datagram);
    }
  }

  std::uint64_t seed_ = 0;
};

}  // namespace tether::test
