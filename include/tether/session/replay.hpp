// Sends the inputs that a log recorded (device positions and forces, samples from the link) through
// today's controllers and compares every message they produce with the recorded one, byte for byte.
// Whoever watches sees the session again, tick by tick: a report can be made from a log alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tether/core/time.hpp"
#include "tether/record/observer.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

namespace tether::session {

// the first message that came out otherwise
struct Difference {
  std::uint64_t tick = 0;
  core::Time time;
  std::string topic;
  std::string detail;  // the first field that differs, recorded and replayed
};

struct ReplayResult {
  std::string scenario;
  // as it came out now: ticks, events, certificate; end, duration and task as the log says. What
  // the machine did, loops and datagrams, is not in a log.
  RunResult run;
  std::uint64_t messages = 0;     // compared
  std::uint64_t differences = 0;  // messages that differ
  std::optional<Difference> first;
  bool truncated = false;     // the log has no end; it was replayed as far as it goes
  std::uint64_t changes = 0;  // that somebody made while it ran, and that were made again
  std::string recorded_by;    // the build that wrote it, when it is another one
};

// core::InputError when the file is no log of a whole session, or when the session had parts that
// are not among these
ReplayResult replay(const std::string& path,
                    const scenario::SharedExtensions& extensions = scenario::built_in(),
                    const std::vector<record::Observer*>& observers = {});

}  // namespace tether::session
