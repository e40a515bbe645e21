// Command mailbox: what somebody outside asks of a running session, kept lock-free until the sides'
// next ticks take it. One thread gives commands; each side's thread takes its own. Replacements are
// made ready outside and come back to be freed there.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "tether/assist/scene/live_scene.hpp"
#include "tether/control/trajectories/jog.hpp"
#include "tether/core/latest_value.hpp"
#include "tether/core/spsc_queue.hpp"
#include "tether/link/emulated/impairment.hpp"
#include "tether/record/events.hpp"
#include "tether/sim/people/guided_hand.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {

// of one side
class SideMailbox {
 public:
  ~SideMailbox();

  // who gives commands
  std::atomic<bool> stop{false};    // its emergency stop is pressed, until it is let go
  std::atomic<bool> clutch{false};  // the same of its clutch
  core::LatestValue<control::JogCommand> jog;
  bool room() const noexcept { return coming_.size() < kWaiting; }
  // false when too many wait: then nothing was taken
  bool replace(std::unique_ptr<teleop::Replacement> replacement);
  // frees what came back
  void sweep();

  // the side's thread, between two ticks
  void carry_out(teleop::Side& side) noexcept;
  // reported in return: the newest tick that was made after commands were taken, by the grid's
  // index. Who presses stop and then reads it knows: one tick after that one may have missed the
  // button, the next has not.
  std::atomic<std::uint64_t> ticked{0};

 private:
  static constexpr std::size_t kWaiting = 16;
  core::SpscQueue<teleop::Replacement*, kWaiting> coming_;
  core::SpscQueue<teleop::Replacement*, 2 * kWaiting> going_;
};

struct CommandMailbox {
  SideMailbox leader, follower;
  sim::HandMailbox hand;                      // of the simulated person
  core::LatestValue<link::Impairments> link;  // of an emulated link
  record::ChangesMade changes;                // in words, for the events
  assist::LiveScene fixtures;                 // that the leader's tick asks
  // reported in return: ticks that were late so far
  std::atomic<std::uint64_t> late_leader{0}, late_follower{0};
};

}  // namespace tether::session
