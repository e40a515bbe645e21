// What the link did to the samples of a session, found by watching what each side sent and took.
//   lost        gaps in the sender's running number, as far as the receiver can see
//   delay       age of the newest sample that reached the follower [s]
//   round_trip  as the leader measures from echoed stamps [s]
#pragma once

#include <cstdint>
#include <optional>

#include "tether/record/ros2/ros2_messages.hpp"
#include "tether/signals/tick.hpp"

namespace tether::record {

class LinkWatch {
 public:
  // counts since the session began, both directions together
  const ros2::LinkCounts& watch(const signals::Tick& leader,
                                const signals::Tick& follower) noexcept;

 private:
  // one direction, seen from its receiver
  struct Direction {
    std::optional<std::uint32_t> last;  // running number of the newest sample
    double delay = 0;                   // of that sample when it came [s]
  };
  void take(Direction& direction, const signals::Tick& receiver) noexcept;

  Direction to_leader_, to_follower_;
  ros2::LinkCounts counts_;
};

}  // namespace tether::record
