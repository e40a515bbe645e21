#include "tether/study/session_report.hpp"

#include <system_error>

#include "whole_file.hpp"
#include <fmt/format.h>

#include "tether/robot/catalogue.hpp"
#include "tether/session/virtual_session.hpp"
#include "tether/study/report.hpp"
#include "tether/study/signals.hpp"

namespace tether::study {
namespace {

namespace fs = std::filesystem;

std::string link_in_words(const session::LinkParams& link) {
  const auto& network = link.emulated.to_follower;
  if (network.delay.mean == 0 && network.delay.trace.empty() && network.loss.probability == 0) {
    return link.preset + ": no delay, no loss";
  }
  std::string text = fmt::format("{}, emulated: {:.1f} ms one way, ± {:.1f} ms, {:.3g} % lost",
                                 link.preset, 1e3 * network.delay.mean,
                                 1e3 * network.delay.deviation, 100 * network.loss.probability);
  if (link.emulated.rate > 0) text += fmt::format(", {} Hz", link.emulated.rate);
  return text;
}

// who and what took part; everything here is simulated, and says so
std::vector<std::pair<std::string, std::string>> parts(const session::Scenario& s) {
  const auto simulated = [](const std::string& name) {
    return std::string(robot::find(name).description) + " (simulated)";
  };
  std::vector<std::pair<std::string, std::string>> list;
  if (s.leader.kind == session::LeaderParams::Kind::held) {
    list.emplace_back("Leader", simulated(s.leader.device));
    const auto& hand = s.person.hand;
    list.emplace_back(
        "Operator",
        fmt::format("simulated hand, {} kg, {} N/m, {} N s/m, reacts after {} ms", hand.mass,
                    hand.stiffness, hand.damping, 1e3 * hand.reaction_delay));
  } else {
    list.emplace_back("Leader", fmt::format("programmed setpoint, {} mm sine of {} s on each axis",
                                            1e3 * s.setpoint.amplitude, s.setpoint.period));
  }
  list.emplace_back("Follower", simulated(s.follower.robot));
  list.emplace_back("Coupling",
                    fmt::format("position–force, {} N/m, {} N m/rad, joint damping {} N m s/rad",
                                s.coupling.translation_stiffness, s.coupling.orientation_stiffness,
                                s.follower.side.joint_damping));
  list.emplace_back("Link", link_in_words(s.link));
  list.emplace_back("Time",
                    fmt::format("virtual, controllers at {} Hz, robot interface at {} Hz, seed {}",
                                s.rate, s.follower.interface_rate, s.seed));
  return list;
}

}  // namespace

ReportedRun run_and_report(const session::Scenario& scenario, const ReportedRunOptions& options) {
  // a scenario that cannot be set up leaves nothing behind
  { const session::VirtualSession dry_run(scenario); }

  make_directory(options.directory);
  // what an earlier run left must not be taken for this one's
  for (const char* old : {"log.mcap", "summary.json", "report.html", "fault.mcap"}) {
    std::error_code ignored;
    fs::remove(options.directory / old, ignored);
  }

  MetricsCollector metrics(scenario);
  SignalCollector signals;
  session::RunOptions run_options;
  if (scenario.record.enabled) run_options.log_path = (options.directory / "log.mcap").string();
  run_options.fault_path = (options.directory / "fault.mcap").string();
  run_options.observers = {&metrics, &signals};
  run_options.stop = options.stop;
  run_options.progress = options.progress;

  ReportedRun run;
  run.result = session::run(scenario, run_options);
  run.summary = summarise(scenario, run.result, metrics);

  ReportData report;
  report.summary = to_json(scenario, run.result, run.summary);
  write_json(options.directory / "summary.json", report.summary);
  report.title = scenario.title.empty() ? scenario.name : scenario.title;
  report.description = scenario.description;
  report.parts = parts(scenario);
  report.scenario_text = scenario.text;
  report.command = options.command;
  signals.add_to(report);
  run.report = options.directory / "report.html";
  write_report(run.report, report);
  return run;
}

}  // namespace tether::study
