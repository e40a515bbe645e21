// Runs a scenario in virtual time from beginning to end: ticks, physics, log, events, observers;
// stops early on a fault, a failed disk or when asked to.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tether/core/fault.hpp"
#include "tether/link/link_counts.hpp"
#include "tether/passivity/monitor.hpp"
#include "tether/record/events.hpp"
#include "tether/record/observer.hpp"
#include "tether/runtime/loops/loop_report.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/wall/connection_line.hpp"

namespace tether::session {

struct CommandMailbox;  // command_mailbox.hpp

// how far a running session is
struct Progress {
  double time = 0;  // [s]
  const signals::Tick& leader;
  const signals::Tick& follower;
  const runtime::LoopSnapshot* loop = nullptr;  // of the leader's loop, or the only one; wall time
  // what keeps a side of this process from its peer; null = nothing that is known
  const ConnectionReport* connection = nullptr;
};

struct RunOptions {
  std::string log_path;    // empty = no log
  std::string fault_path;  // of the flight recorder's file
  std::vector<record::Observer*> observers;
  const std::atomic<bool>* stop = nullptr;   // set from outside to end the session
  const std::atomic<bool>* pause = nullptr;  // while set both sides rest; only in wall time
  std::function<void(const Progress&)> progress = {};  // called now and then
  // called once when all is set up, before the first tick and before anything is written
  std::function<void()> ready = {};
  CommandMailbox* mailbox =
      nullptr;  // of somebody outside; only in wall time, with both sides here
};

enum class RunEnd : std::uint8_t { completed, stopped, fault };
constexpr const char* name(RunEnd end) noexcept {
  return end == RunEnd::completed ? "completed" : end == RunEnd::stopped ? "stopped" : "fault";
}

struct RunResult {
  RunEnd end = RunEnd::completed;
  core::Fault fault;
  double duration = 0;      // simulated [s]
  double wall_seconds = 0;  // of the loop; 0: not known, as of a log
  std::uint64_t ticks = 0;
  // the person, or what stands for one, had done what was asked; none: the leader is not here
  std::optional<bool> task_done;
  passivity::Certificate certificate;
  std::vector<record::Event> events;
  std::size_t events_dropped = 0;

  // of a session in wall time
  std::string failure;  // who failed and why, when the session ended by that
  std::vector<runtime::LoopReport> loops;
  std::vector<std::string> refused;  // what the machine did not grant, and the way out
  std::uint64_t ticks_lost = 0;      // that the recorder was too late for
  std::uint64_t log_dropped = 0;     // messages that the log has not
  std::vector<std::pair<std::string, link::LinkCounts>> datagrams;  // of a UDP link, per side
  // per side that never met its peer over UDP, DDS or ROS: why
  std::vector<std::pair<std::string, ConnectionReport>> connection;
};

// core::InputError when the scenario cannot be set up, core::IoError when the log cannot be written
RunResult run(const scenario::Scenario& scenario, const RunOptions& options);

}  // namespace tether::session
