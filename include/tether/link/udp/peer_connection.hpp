// One end of a link on an open network, without the network: finds the other end
// (peer_handshake.hpp), tracks what goes both ways (sequence_tracker.hpp) and keeps its rate
// (sending_rate.hpp). Samples go out and come in with addresses (addressed_sample.hpp). For one
// thread.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/link/sequence_tracker.hpp"
#include "tether/link/udp/addressed_sample.hpp"
#include "tether/link/udp/peer_handshake.hpp"
#include "tether/link/udp/sending_rate.hpp"

namespace tether::link {

class PeerConnection {
 public:
  // seed as for PeerHandshake; rate of sending [Hz], 0 = every tick
  PeerConnection(std::uint64_t seed, double rate) noexcept;

  // the sample as it shall travel; none when it is not yet time to send one
  std::optional<AddressedSample> send(core::Time now, const signals::Sample& sample) noexcept;
  // a good sample has arrived (sample_check.hpp)
  void receive(core::Time now, const AddressedSample& addressed) noexcept;
  // the newest sample of this epoch, and what came since this was last asked
  signals::Received received() noexcept { return tracker_.received(); }

 private:
  PeerHandshake handshake_;
  SequenceTracker tracker_;
  SendingRate rate_;
};

// a seed that no other run has, from the system's randomness
std::uint64_t random_seed();

}  // namespace tether::link
