// Two UDP endpoints on this machine that tick in turns.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "tests/support/processes/channel_pair.hpp"
#include "tether/link/udp/udp_endpoint.hpp"

namespace tether::test {

class UdpPair {
 public:
  explicit UdpPair(std::string host = "127.0.0.1",
                   const link::KeyMaterial& leaders = shared_material(),
                   const link::KeyMaterial& followers = shared_material())
      : host_(std::move(host)), leader_keys(leaders), follower_keys(followers) {
    start_follower("0");
    start_leader();
  }

  // the follower listens, the leader knows where
  void start_follower(const std::string& port) {
    follower.reset();
    follower = std::make_unique<link::UdpEndpoint>(link::UdpEndpointParams{
        .role = link::Role::follower, .local = host_ + ":" + port, .keys = follower_keys});
  }
  void start_leader() {
    leader.reset();
    leader = std::make_unique<link::UdpEndpoint>(
        link::UdpEndpointParams{.role = link::Role::leader,
                                .peer = link::to_string(follower->local()),
                                .keys = leader_keys});
  }

  void tick() {
    now += std::chrono::milliseconds(1);
    for (link::UdpEndpoint* end : {leader.get(), follower.get()}) {
      signals::Received& last = end == leader.get() ? at_leader : at_follower;
      last = end->receive(now);
      signals::Sample sample;
      sample.sent = now;
      sample.energy = energy;
      end->send(now, sample);
    }
  }
  // ticks until it is so; false when that takes too long
  bool tick_until(const std::function<bool()>& so) {
    for (int i = 0; i < 20000; ++i) {
      tick();
      if (so()) return true;
      // lets the thread that agrees on keys have a turn
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return false;
  }
  bool connect() {
    return tick_until([this] { return leader->connected() && follower->connected(); });
  }

 private:
  std::string host_;

 public:
  link::KeyMaterial leader_keys, follower_keys;
  std::unique_ptr<link::UdpEndpoint> leader, follower;
  signals::Received at_leader, at_follower;
  core::Time now;
  double energy = 0;
};

}  // namespace tether::test
