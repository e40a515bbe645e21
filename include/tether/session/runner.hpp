// Runs a scenario in virtual time from beginning to end: ticks, physics, log, events, observers;
// stops early on a fault, a failed disk or when asked to.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tether/core/fault.hpp"
#include "tether/passivity/monitor.hpp"
#include "tether/session/events.hpp"
#include "tether/session/observer.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

// how far a running session is
struct Progress {
  double time = 0;  // [s]
  const Tick& leader;
  const Tick& follower;
};

struct RunOptions {
  std::string log_path;    // empty = no log
  std::string fault_path;  // of the flight recorder's file
  std::vector<Observer*> observers;
  const std::atomic<bool>* stop = nullptr;             // set from outside to end the session
  std::function<void(const Progress&)> progress = {};  // called now and then
};

enum class RunEnd : std::uint8_t { completed, stopped, fault };

struct RunResult {
  RunEnd end = RunEnd::completed;
  core::Fault fault;
  double duration = 0;      // simulated [s]
  double wall_seconds = 0;  // of the loop
  std::uint64_t ticks = 0;
  passivity::Certificate certificate;
  std::vector<Event> events;
  std::size_t events_dropped = 0;
};

// core::InputError when the scenario cannot be set up, core::IoError when the log cannot be written
RunResult run(const Scenario& scenario, const RunOptions& options);

}  // namespace tether::session
