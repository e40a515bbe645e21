// One end of a link over UDP: one datagram per tick and direction, encrypted and authenticated,
// between a leader and a follower that share a key or know each other's public key. Either end may
// start first, stop, and come back; the peer's address is configured at one end at least, the other
// may listen and answers to wherever the latest genuine datagram came from. What is not genuine,
// new and well-formed is dropped and counted (link_counts.hpp), whoever sent it, and never has an
// effect. docs/design/udp-link.md has the protocol and what an attacker can do.
//
// In a tick: no heap, no lock, no waiting, two system calls, a few more for what the network
// answers to an end that is not connected yet; the keys of a new connection are agreed on by a
// thread beside (key_agreement.hpp), once per connection.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "tether/core/latest_value.hpp"
#include "tether/link/connection_diagnosis.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_counts.hpp"
#include "tether/link/sequence_tracker.hpp"
#include "tether/link/udp/key_agreement.hpp"
#include "tether/link/udp/secure_channel.hpp"
#include "tether/link/udp/udp_socket.hpp"

namespace tether::link {

struct UdpEndpointParams {
  Role role = Role::leader;
  std::string local;  // "HOST:PORT" to be found at; any when empty
  std::string peer;   // "HOST:PORT" of the other end; empty = listen for it
  KeyMaterial keys;
  HandshakeParams handshake;
};

class UdpEndpoint final : public DiagnosableEndpoint {
 public:
  // core::InputError about addresses and keys, core::IoError when the machine refuses
  explicit UdpEndpoint(const UdpEndpointParams& params);

  void send(core::Time now, const signals::Sample& sample) noexcept override;
  signals::Received receive(core::Time now) noexcept override;

  // Blocks until a datagram has come or the time is over; receive() then takes it. For loops that
  // the link paces rather than a clock.
  bool wait(core::Duration timeout) noexcept;

  // Until samples have passed both ways the network's own answers are watched too, so that a port
  // without a program and a path too narrow are known.
  ConnectionEvidence evidence() override;

  // any thread may ask these
  bool connected() const noexcept { return connected_.load(std::memory_order_relaxed); }
  // runs of the peer that were met so far
  std::uint64_t epochs() const noexcept { return counts().connections; }
  LinkCounts counts() const noexcept;
  // where this end is found
  const UdpAddress& local() const noexcept { return local_; }

 private:
  UdpEndpoint(const UdpEndpointParams& params, const UdpAddress& peer, const LongTermKeys& keys);

  void agree(core::Time now) noexcept;
  void take(core::Time now, std::size_t count) noexcept;
  bool transmit(const UdpAddress& to, const Datagram& datagram) noexcept;
  void note_refused(std::size_t i) noexcept;
  void note_path() noexcept;

  UdpAddress peer_;  // as configured
  UdpSocket socket_;
  UdpAddress local_;
  SecureChannel channel_;
  KeyAgreementThread agreement_;
  SequenceTracker tracker_;
  std::size_t waiting_ = 0;  // datagrams that wait() has taken
  // where hellos and messages go
  UdpAddress hello_to_, message_to_;
  std::atomic<bool> connected_{false};
  Tally sent_, received_, send_failed_;

  // for evidence()
  bool watching_ = true;
  Tally echoing_, too_large_;
  std::atomic<int> path_mtu_{0}, path_error_{0};
  // where what was refused came from: what begins like a datagram of ours, and what does not
  core::LatestValue<UdpAddress> similar_from_, other_from_;
  LinkCounts seen_;
  ChannelEvidence channel_seen_;
  std::uint64_t echoing_seen_ = 0, too_large_seen_ = 0;
};

}  // namespace tether::link
