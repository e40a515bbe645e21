// Runs a scenario and leaves its outcome in a directory: log.mcap, summary.json and report.html,
// and fault.mcap after a fault. Or makes summary and report from a log alone.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "tether/report/parts.hpp"
#include "tether/report/summary.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"

namespace tether::report {

struct ReportedRunOptions {
  std::filesystem::path directory;  // made when missing
  std::string command;              // that runs the same again, for the report
  const std::atomic<bool>* stop = nullptr;
  const std::atomic<bool>* pause = nullptr;  // only in wall time
  std::function<void(const session::Progress&)> progress = {};
  Pace pace = Pace::virtual_time;
  signals::LocalSides local_sides = signals::LocalSides::both;  // less than both only in wall time
  // of those who watch the session while it runs, and may change it
  std::vector<record::Observer*> observers = {};
  session::CommandMailbox* mailbox = nullptr;
};

struct ReportedRun {
  session::RunResult result;
  Summary summary;
  std::filesystem::path report;  // report.html
};

// core::InputError, core::IoError
ReportedRun run_and_report(const scenario::Scenario& scenario, const ReportedRunOptions& options);

struct ReportedLog {
  scenario::Scenario scenario;
  signals::LocalSides local_sides = signals::LocalSides::both;
  session::ReplayResult replayed;
  std::optional<ReportedRun> run;  // none where the replay differs: it would be of another session
};

// The session is replayed, and reported as if it were running. core::InputError, core::IoError
ReportedLog report_log(const std::string& path, const std::filesystem::path& directory,
                       const std::string& command,
                       const scenario::SharedExtensions& extensions = scenario::built_in());

}  // namespace tether::report
