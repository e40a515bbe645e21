#include "tether/report/session_report.hpp"

#include <system_error>

#include <nlohmann/json.hpp>

#include "tether/core/whole_file.hpp"
#include "tether/report/parts.hpp"
#include "tether/report/plots/signals.hpp"
#include "tether/report/report.hpp"
#include "tether/report/shown_metrics.hpp"
#include "tether/session/logs/logged_session.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::report {

namespace fs = std::filesystem;

namespace {

// all that a report is made of, gathered while the session is watched
struct Collectors {
  explicit Collectors(const scenario::Scenario& scenario, signals::LocalSides sides)
      : metrics(scenario, sides), signals(scenario, sides), guards(scenario, sides) {}
  std::vector<record::Observer*> observers() { return {&metrics, &signals, &guards}; }

  MetricsCollector metrics;
  SignalCollector signals;
  GuardCollector guards;
};

struct Kind {
  Pace pace;
  signals::LocalSides local_sides;
  bool led_by_a_person;
};

// summary.json and report.html
ReportedRun write_outcome(const scenario::Scenario& scenario, session::RunResult result,
                          const Collectors& seen, const Kind& kind, const fs::path& directory,
                          const std::string& command) {
  ReportedRun run;
  run.result = std::move(result);
  run.summary =
      summarise(scenario, run.result, seen.metrics, seen.guards,
                {.local_sides = kind.local_sides, .led_by_a_person = kind.led_by_a_person});
  ReportData report;
  report.summary = to_json(scenario, run.result, run.summary, kind.local_sides);
  report.title = scenario.title.empty() ? scenario.name : scenario.title;
  if (kind.local_sides != signals::LocalSides::both) {
    const bool leads = kind.local_sides == signals::LocalSides::leader;
    report.title += leads ? ", the leader's side" : ", the follower's side";
    report.summary["side"] = leads ? "leader" : "follower";
  }
  core::write_whole(directory / "summary.json", report.summary.dump(2) + '\n');
  report.description = scenario.description;
  report.parts = parts_of(scenario, kind.pace, kind.local_sides);
  report.left_out = left_out_metrics(scenario);
  report.scenario_text = scenario.text;
  report.command = command;
  seen.signals.add_to(report);
  if (const DriveMap* map = seen.metrics.drive_map()) report.drive = *map;
  run.report = directory / "report.html";
  write_report(run.report, report);
  return run;
}

}  // namespace

ReportedRun run_and_report(const scenario::Scenario& scenario, const ReportedRunOptions& options) {
  Collectors seen(scenario, options.local_sides);
  session::RunOptions run_options;
  if (scenario.record.enabled) run_options.log_path = (options.directory / "log.mcap").string();
  run_options.fault_path = (options.directory / "fault.mcap").string();
  run_options.observers = seen.observers();
  run_options.observers.insert(run_options.observers.end(), options.observers.begin(),
                               options.observers.end());
  run_options.mailbox = options.mailbox;
  run_options.stop = options.stop;
  run_options.pause = options.pause;
  run_options.progress = options.progress;
  // a scenario that cannot be set up leaves nothing behind
  run_options.ready = [&options] {
    core::make_directory(options.directory);
    // what an earlier run left must not be taken for this one's
    for (const char* old : {"log.mcap", "summary.json", "report.html", "fault.mcap"}) {
      std::error_code ignored;
      fs::remove(options.directory / old, ignored);
    }
  };
  session::RunResult result =
      options.pace == Pace::wall_time
          ? session::run_in_wall_time(scenario, options.local_sides, run_options)
          : session::run(scenario, run_options);
  return write_outcome(scenario, std::move(result), seen,
                       {options.pace, options.local_sides, options.mailbox != nullptr},
                       options.directory, options.command);
}

ReportedLog report_log(const std::string& path, const fs::path& directory,
                       const std::string& command, const scenario::SharedExtensions& extensions) {
  session::LoggedSession logged = session::logged_session(path, extensions);
  // whoever led it was not asked to keep to anything
  if (logged.served) logged.scenario.expect.clear();
  Collectors seen(logged.scenario, logged.local_sides);
  ReportedLog report{.scenario = logged.scenario,
                     .local_sides = logged.local_sides,
                     .replayed = session::replay(path, extensions, seen.observers()),
                     .run = {}};
  if (report.replayed.first) return report;
  core::make_directory(directory);
  report.run = write_outcome(
      logged.scenario, report.replayed.run, seen,
      {logged.wall_time ? Pace::wall_time : Pace::virtual_time, logged.local_sides, logged.served},
      directory, command);
  return report;
}

}  // namespace tether::report
