// What a log says of its session besides the messages: the scenario, whose ticks there are, how it
// was run and how it ended.
#pragma once

#include <optional>
#include <string>

#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

namespace tether::session {

struct LoggedSession {
  scenario::Scenario scenario;
  signals::LocalSides local_sides = signals::LocalSides::both;
  bool wall_time = false;
  bool served = false;    // somebody outside could lead and change it
  bool by_clock = false;  // simulated worlds followed the clock
  std::string build;      // that wrote it

  // none where the log breaks off
  struct End {
    RunEnd end = RunEnd::completed;
    double duration = 0;  // [s]
    std::optional<bool> task_done;
    std::string failure;
  };
  std::optional<End> end;
};

// core::InputError where the file is no log of a whole session, or where the session had parts that
// are not among these
LoggedSession logged_session(const record::McapReader& log, const std::string& path,
                             const scenario::SharedExtensions& extensions);
LoggedSession logged_session(const std::string& path, const scenario::SharedExtensions& extensions);

}  // namespace tether::session
