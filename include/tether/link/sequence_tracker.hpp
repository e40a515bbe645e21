// Sequence tracker of one end of a link, whatever carries the bytes: numbers what is sent, echoes
// stamps, lets the newest sample win, and keeps the counters of energy right when the peer is
// started anew. A connection epoch lasts from the moment both ends know each other until one of
// them is a new run. On the wire counters begin at zero with every epoch,
//   wire_out = total_sent − total_sent(begin),   total_received = total_received(begin) + wire_in
// so that what an earlier run of the peer was promised, and may have spent, is never promised again
// to its next run. What was on its way between two epochs is lost, which is safe.
//
// Who says when an epoch begins: nobody on an emulated link, where both ends are there from
// the start; keys that were agreed on over UDP (secure_channel.hpp); and where others may speak
// too, DDS and ROS, the addresses of samples (peer_handshake.hpp, joined with this by
// peer_connection.hpp).
#pragma once

#include <cstdint>

#include "tether/link/link.hpp"

namespace tether::link {

class SequenceTracker {
 public:
  // The sample as it shall travel: numbered, with echo and counters of this epoch. To be
  // asked for every sample, also while there is nobody to send it to.
  signals::Sample number(core::Time now, const signals::Sample& sample) noexcept;
  // a sample of this epoch has arrived
  void take(core::Time now, const signals::Sample& sample) noexcept;
  // the newest sample, and what came since this was last asked
  signals::Received received() noexcept;

  // the peer is a new run, or met for the first time
  void begin_epoch() noexcept;

 private:
  std::uint32_t sequence_ = 0;
  double sent_ = 0;             // counter of the last sample [J]
  double sent_before_ = 0;      // when this epoch began [J]
  double received_before_ = 0;  // from the other side before this epoch [J]
  signals::Received newest_;
  core::Time newest_came_;
};

}  // namespace tether::link
