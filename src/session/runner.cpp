#include "tether/session/runner.hpp"

#include <chrono>
#include <memory>
#include <optional>

#include "session/fan_out.hpp"
#include "session/logs/flight_recorder.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

// how often progress is reported and a full log waited for [ticks]
constexpr std::uint64_t kRunnerPause = 256;

bool asked_to_stop(const RunOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

}  // namespace

RunResult run(const scenario::Scenario& scenario, const RunOptions& options) {
  if (scenario.assist.source == scenario::AssistParams::Source::process) {
    throw core::InputError(
        "assist.source = \"process\" asks a process that lives in wall time; run with --realtime");
  }
  if (scenario.scanner.source == scenario::ScannerParams::Source::tim561 && has_scanner(scenario)) {
    throw core::InputError(
        "scanner.source = \"tim561\" is a scanner that lives in wall time; run with --realtime");
  }
  VirtualSession session(scenario);
  if (options.ready) options.ready();
  FanOut fan_out(scenario, signals::LocalSides::both, options.observers);
  std::optional<FlightRecorder> flight;
  if (!options.fault_path.empty()) {
    fan_out.add(flight.emplace(static_cast<std::size_t>(scenario.rate)));
  }
  std::unique_ptr<LogFile> log;
  if (!options.log_path.empty()) {
    log = std::make_unique<LogFile>(options.log_path, scenario, session.leader_chain(),
                                    session.setup().chain);
    fan_out.add(*log);
  }

  RunResult result;
  const auto begin = std::chrono::steady_clock::now();
  while (!session.finished()) {
    session.tick();
    fan_out.observe({.leader = session.leader(),
                     .follower = session.follower(),
                     .scan = session.scan(),
                     .leader_scene = session.scene(signals::SideName::leader),
                     .follower_scene = session.scene(signals::SideName::follower)});
    result.fault = session.fault();
    if (result.fault) break;
    session.advance();

    if (fan_out.ticks() % kRunnerPause != 0) continue;
    if (log && !log->wait_until_ready()) break;
    if (options.progress) {
      options.progress({core::seconds(session.now()), session.leader(), session.follower()});
    }
    if (asked_to_stop(options)) break;
  }
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  result.duration = core::seconds(session.leader().time) + 1 / scenario.rate;
  result.end = result.fault         ? RunEnd::fault
               : session.finished() ? RunEnd::completed
                                    : RunEnd::stopped;
  result.task_done = session.task_done();
  fan_out.conclude(result);
  if (log) log->close(result);
  if (result.fault && flight) {
    flight->write(options.fault_path, scenario, session.leader_chain(), session.setup().chain);
  }
  return result;
}

}  // namespace tether::session
