// What happened in a session, for people: phases, contacts, saturations, guards that act, sides
// that part and join again, faults. Found by watching the ticks; kept in storage made at set-up, so
// that watching never allocates.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tether/core/fixed_string.hpp"
#include "tether/core/spsc_queue.hpp"
#include "tether/core/time.hpp"
#include "tether/record/guard_events.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::record {

struct Event {
  core::Time time;
  core::FixedString<24> what;     // stable snake_case name
  core::FixedString<160> detail;  // a sentence
};

// somebody outside changed the session; no tick shows it
inline constexpr std::string_view kChangedEvent = "changed";
struct ChangeMade {
  enum class Kind : std::uint8_t {
    note,   // words for people
    parts,  // both sides' parts are exchanged: `text` has the scenario's assignments, one a line
    reset_stop,  // of both sides
  };
  Kind kind = Kind::note;
  std::uint32_t number = 0;  // by which ticks name it (signals::CommandsTick); 0 of a note
  core::FixedString<480> text;
};
// from whoever changed it to whoever keeps the events
using ChangesMade = core::SpscQueue<ChangeMade, 64>;

class EventLog {
 public:
  static constexpr std::size_t kNotes = 16;  // that may wait for the next tick

  explicit EventLog(const std::vector<scenario::Phase>& phases);

  // looks at one tick of both sides; returns the events it caused (valid until the next call)
  std::span<const Event> watch(const signals::Tick& leader, const signals::Tick& follower) noexcept;
  // something that no tick shows; it counts as an event of the next one. False when too many wait.
  bool note(std::string_view what, std::string_view detail) noexcept;

  std::span<const Event> all() const noexcept { return events_; }
  std::size_t dropped() const noexcept { return dropped_; }  // beyond the capacity

 private:
  static constexpr std::size_t kCapacity = 1000;

  // an on/off condition that must last before it counts, so that a bouncing contact is one event
  struct Condition {
    bool on = false;
    core::Time since;
  };

  // by how much a side's account has scaled efforts down of late, seen from its own ticks
  struct Starvation {
    double share = 0;  // of what the coupling asks for; a mean that forgets
    bool on = false;
    core::Time last;
    bool started = false;
  };

  // what a side has of the other, seen from its own ticks
  struct Company {
    std::uint32_t epoch = 0;  // the one it last received; 0 = none yet
    bool together = false;    // until one of both lets go
    bool parted = false;      // the other was lost, and is not back yet
  };

  void add(core::Time time, std::string_view what, std::string_view detail) noexcept;
  void watch_phases(core::Time now) noexcept;
  void watch_pace(signals::SideName side, const signals::Tick& tick) noexcept;
  void watch_company(signals::SideName side, const signals::Tick& tick) noexcept;
  void watch_account(signals::SideName side, const signals::Tick& tick) noexcept;
  void watch_guards(GuardEvents& guards, const signals::Tick& tick) noexcept;
  bool changed(Condition& condition, bool on, core::Time now) noexcept;

  const std::vector<scenario::Phase> phases_;
  std::size_t next_phase_ = 0;
  Condition contact_, leader_limit_, follower_limit_, blind_, model_;
  std::optional<core::Time> last_led_, last_followed_;  // ticks that were made
  Company leader_company_, follower_company_;
  Starvation leader_account_, follower_account_;
  GuardEvents leader_guards_{signals::SideName::leader},
      follower_guards_{signals::SideName::follower};
  bool faulted_ = false;
  std::array<Event, kNotes> notes_;  // until the next tick
  std::size_t noted_ = 0;
  std::vector<Event> events_;
  std::size_t dropped_ = 0;
};

}  // namespace tether::record
