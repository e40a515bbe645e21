// The books of one end of a link, whatever carries the bytes: numbers what is sent, echoes stamps,
// lets the newest sample win, and keeps the counters of energy right when the peer is started anew.
// A conversation lasts from the moment both ends know each other until one of them is a new run. On
// the wire counters begin at zero with every conversation,
//   wire_out = total_sent − total_sent(begin),   total_heard = total_heard(begin) + wire_in
// so that what an earlier run of the peer was promised, and may have spent, is never promised again
// to its next run. What was on its way between two conversations is lost, which is safe.
//
// Who tells when a conversation begins: nobody on an emulated link, where both ends are there from
// the start; keys that were agreed on over UDP (secure_channel.hpp); and where others may speak
// too, DDS and ROS, the addresses of letters (meeting.hpp, joined with this by conversation.hpp).
#pragma once

#include <cstdint>

#include "tether/link/link.hpp"

namespace tether::link {

class Exchange {
 public:
  // The sample as it shall travel: numbered, with echo and counters of this conversation. To be
  // asked for every sample, also while there is nobody to send it to.
  signals::Sample number(core::Time now, const signals::Sample& sample) noexcept;
  // a sample of this conversation has arrived
  void take(core::Time now, const signals::Sample& sample) noexcept;
  // the newest sample, and what came since this was last asked
  signals::Received received() noexcept;

  // the peer is a new run, or met for the first time
  void begin_conversation() noexcept;

 private:
  std::uint32_t sequence_ = 0;
  double sent_ = 0;          // counter of the last sample [J]
  double sent_before_ = 0;   // when this conversation began [J]
  double heard_before_ = 0;  // of the other side, heard before this conversation [J]
  signals::Received newest_;
  core::Time newest_came_;
};

}  // namespace tether::link
