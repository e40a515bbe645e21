// The books of one end of a link, whatever carries the bytes: numbers what is sent, echoes stamps,
// lets the newest sample win, and keeps the counters of energy and wave right when the peer is
// started anew. A conversation lasts from the moment both ends know each other until one of them
// is a new run. On the wire counters begin at zero with every conversation,
//   wire_out = total_sent − total_sent(begin),   total_heard = total_heard(begin) + wire_in
// so that what an earlier run of the peer was promised, and may have spent, is never promised again
// to its next run. What was on its way between two conversations is lost, which is safe.
#pragma once

#include <cstdint>

#include "tether/link/link.hpp"

namespace tether::link {

class Exchange {
 public:
  // The sample as it shall travel: numbered, with echo and counters of this conversation. To be
  // asked for every sample, also while there is nobody to send it to.
  Sample number(core::Time now, const Sample& sample) noexcept;
  // a sample of this conversation has arrived
  void take(core::Time now, const Sample& sample) noexcept;
  // the newest sample, and what came since this was last asked
  Received received() noexcept;

  // the peer is a new run, or met for the first time
  void begin_conversation() noexcept;

 private:
  struct Counters {
    double energy = 0;                                 // [J]
    spatial::Vector3 wave = spatial::Vector3::Zero();  // [√W s]
  };

  std::uint32_t sequence_ = 0;
  Counters sent_, sent_before_;    // totals: up to the last sample, and up to this conversation
  Counters heard_, heard_before_;  // the same for what came
  Received newest_;
  core::Time newest_came_;
};

}  // namespace tether::link
