// Hands every tick of a session to all who watch it, in virtual time, in wall time and in replay
// alike: finds the events, keeps the monitor of the ports, then calls the observers in their order.
// The log is one of them, the flight recorder and the collectors of metrics are others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tether/passivity/monitor.hpp"
#include "tether/record/events.hpp"
#include "tether/record/observer.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/runner.hpp"

namespace tether::session {

class FanOut {
 public:
  FanOut(const scenario::Scenario& scenario, signals::LocalSides sides,
         std::vector<record::Observer*> observers);

  // one who is there from now on
  void add(record::Observer& observer) { observers_.push_back(&observer); }

  // one place on the grid of time, to which events and energies are added
  void observe(record::Observation seen) noexcept;
  // somebody outside changed the session; seen at the next place, and an event of it. False when
  // too many wait.
  bool note(const record::ChangeMade& change) noexcept;

  std::uint64_t ticks() const noexcept { return ticks_; }  // places that were seen
  // what is known of the session when it is over: ticks, events, certificate
  void conclude(RunResult& result) const;

 private:
  const scenario::Scenario& scenario_;
  signals::LocalSides sides_;
  record::EventLog events_;
  passivity::Monitor monitor_;
  std::vector<record::Observer*> observers_;
  std::array<record::ChangeMade, record::EventLog::kNotes> changes_;  // until the next place
  std::size_t changed_ = 0;
  std::uint64_t ticks_ = 0;
};

}  // namespace tether::session
