#include "tether/report/session_report.hpp"

#include <system_error>

#include <nlohmann/json.hpp>

#include "tether/core/whole_file.hpp"
#include "tether/report/parts.hpp"
#include "tether/report/plots/signals.hpp"
#include "tether/report/report.hpp"
#include "tether/report/shown_metrics.hpp"
#include "tether/session/virtual_session.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::report {

namespace fs = std::filesystem;

ReportedRun run_and_report(const scenario::Scenario& scenario, const ReportedRunOptions& options) {
  // a scenario that cannot be set up leaves nothing behind
  { const session::VirtualSession dry_run(scenario); }
  const bool wall = options.pace == Pace::wall_time;
  if (wall) {
    const session::WallLink dry_run(scenario, options.cast);
  }

  core::make_directory(options.directory);
  // what an earlier run left must not be taken for this one's
  for (const char* old : {"log.mcap", "summary.json", "report.html", "fault.mcap"}) {
    std::error_code ignored;
    fs::remove(options.directory / old, ignored);
  }

  MetricsCollector metrics(scenario, options.cast);
  SignalCollector signals(scenario, options.cast);
  GuardCollector guards(scenario, options.cast);
  session::RunOptions run_options;
  if (scenario.record.enabled) run_options.log_path = (options.directory / "log.mcap").string();
  run_options.fault_path = (options.directory / "fault.mcap").string();
  run_options.observers = {&metrics, &signals, &guards};
  run_options.observers.insert(run_options.observers.end(), options.observers.begin(),
                               options.observers.end());
  run_options.orders = options.orders;
  run_options.stop = options.stop;
  run_options.progress = options.progress;

  ReportedRun run;
  run.result = wall ? session::run_in_wall_time(scenario, options.cast, run_options)
                    : session::run(scenario, run_options);
  run.summary = summarise(scenario, run.result, metrics, guards,
                          {.cast = options.cast, .led_by_a_person = options.orders != nullptr});

  ReportData report;
  report.summary = to_json(scenario, run.result, run.summary, options.cast);
  report.title = scenario.title.empty() ? scenario.name : scenario.title;
  if (options.cast != signals::Cast::both) {
    const bool leads = options.cast == signals::Cast::leader;
    report.title += leads ? ", the leader's side" : ", the follower's side";
    report.summary["side"] = leads ? "leader" : "follower";
  }
  write_json(options.directory / "summary.json", report.summary);
  report.description = scenario.description;
  report.parts = parts_of(scenario, options.pace, options.cast);
  report.left_out = left_out_metrics(scenario);
  report.scenario_text = scenario.text;
  report.command = options.command;
  signals.add_to(report);
  if (const DriveMap* map = metrics.drive_map()) report.drive = *map;
  run.report = options.directory / "report.html";
  write_report(run.report, report);
  return run;
}

}  // namespace tether::report
