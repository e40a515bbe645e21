// Puts the ticks of two threads together again as pairs on the common grid of time, in order. When
// a side made no tick at some place of the grid, its last one stands there (TickOrigin::repeated).
// A side that is late is waited for, but not for ever. With one stream only, the other side is what
// was received from it.
#pragma once

#include "session/wall/tick_stream.hpp"

namespace tether::session {

class TickPairing {
 public:
  // ticks that wait for the other side before they go on without it
  static constexpr std::size_t kPatience = 1000;

  // null: that side is in another process; not both
  TickPairing(TickStream* leader, TickStream* follower) noexcept
      : leader_stream_(leader), follower_stream_(follower) {}

  // the next pair, if there is one; `drain`: no more ticks will come, so wait for none
  bool next(bool drain) noexcept;
  const signals::Tick& leader() const noexcept { return leader_; }
  const signals::Tick& follower() const noexcept { return follower_; }

 private:
  bool next_of_one(TickStream& stream, signals::Tick& own, signals::Tick& other) noexcept;

  TickStream* leader_stream_;
  TickStream* follower_stream_;
  signals::Tick leader_, follower_;
};

}  // namespace tether::session
