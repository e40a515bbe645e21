// What carries samples in wall time, as the scenario says: a lock-free queue between two threads,
// UDP, DDS or ROS 1. Keys and addresses are read at once, so that what is wrong with them is said
// before anything starts; sockets open when a side asks for its end.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "tether/link/emulated/thread_link.hpp"
#include "tether/link/link_counts.hpp"
#include "tether/link/udp/key_material.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/wall/connection_line.hpp"
#include "tether/signals/tick.hpp"

namespace tether::session {

class WallLink {
 public:
  // core::InputError
  WallLink(const scenario::Scenario& scenario, signals::LocalSides sides);
  ~WallLink();

  // this side's end; core::InputError, core::IoError
  link::Endpoint& open(signals::SideName side);

  // of a link within the process; any other stays as it is
  void impair(const link::Impairments& impairments) noexcept {
    if (threads_) threads_->impair(impairments);
  }

  // "UDP, leader 127.0.0.1:7401, follower 127.0.0.1:7402"; empty for a link within the process
  static std::string describe(const scenario::Scenario& scenario, signals::LocalSides sides);
  // what became of the datagrams at this side's end of a UDP link; when the session is over
  std::optional<link::LinkCounts> counts(signals::SideName side) const;

  // What keeps a side from its peer, for one thread that is no side's and asks often. Nothing of a
  // link within the process, nor of a side that has not opened its end.
  const ConnectionReport& watch(signals::SideName side, core::Time now);
  // the same when the session is over; nothing of a side that was met, unless nothing of ours
  // reached it
  ConnectionReport conclude(signals::SideName side);

 private:
  // one side's, and the watch over it
  struct End {
    std::unique_ptr<link::Endpoint> endpoint;
    std::atomic<link::DiagnosableEndpoint*> open = nullptr;  // the same, once it is made
    link::ConnectionWatch watch;
    ConnectionReport report;
  };
  End& end_of(signals::SideName side) noexcept {
    return side == signals::SideName::leader ? leader_ : follower_;
  }
  template <class Kind, class Params>
  link::Endpoint& make(signals::SideName side, const Params& params);
  link::Endpoint& open_udp(signals::SideName side);
  link::Endpoint& open_middleware(signals::SideName side);

  const scenario::Scenario& scenario_;
  scenario::LinkParams::Transport transport_;
  std::unique_ptr<link::ThreadLink> threads_;
  link::KeyMaterial keys_;
  End leader_, follower_;
};

}  // namespace tether::session
