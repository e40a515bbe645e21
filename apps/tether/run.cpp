// tether run: one session from a scenario to a report.
#include <cstdio>
#include <string>
#include <vector>

#include "apps/tether/commands.hpp"
#include "apps/tether/progress.hpp"
#include <fmt/format.h>

#include "tether/core/fault.hpp"
#include "tether/session/scenario_file.hpp"
#include "tether/study/session_report.hpp"
#include "tether/study/shell_word.hpp"

namespace tether::apps {
namespace {

struct RunArguments {
  std::string scenario = "omega_lwr_wall";
  std::vector<std::string> overrides;
  std::string out;
};

std::string command_line(const RunArguments& arguments) {
  std::string text = "tether run " + study::shell_word(arguments.scenario);
  for (const std::string& assignment : arguments.overrides)
    text += " --set " + study::shell_word(assignment);
  return text;
}

// lengths in mm and angles in degrees are what people picture
std::string for_people(double value, std::string_view unit) {
  if (unit == "m") return fmt::format("{:.1f} mm", 1e3 * value);
  if (unit == "rad") return fmt::format("{:.2f} deg", value * 57.29577951308232);
  if (unit == "1") return fmt::format("{:.2f}", value);
  return fmt::format("{:.2f} {}", value, unit);
}

void print_metrics(const study::Summary& summary) {
  fmt::print("\n{:<24}{:>12}", "", "overall");
  for (const auto& phase : summary.phases) fmt::print("{:>12}", phase.name);
  fmt::print("\n");
  for (std::size_t i = 0; i < summary.overall.metrics.size(); ++i) {
    const auto& metric = summary.overall.metrics[i];
    fmt::print("{:<24}{:>12}", metric.name, for_people(metric.value, metric.unit));
    for (const auto& phase : summary.phases) {
      fmt::print("{:>12}", for_people(phase.metrics[i].value, metric.unit));
    }
    fmt::print("\n");
  }
  fmt::print("\n");
}

void print_failures(const study::Summary& summary) {
  for (const study::Check& check : summary.checks) {
    if (check.ok) continue;
    const auto& e = check.expectation;
    fmt::print("expected {}{} in [{:.6g}, {:.6g}], found {:.6g}\n", e.metric,
               e.phase.empty() ? "" : " of " + e.phase, e.min, e.max, check.value);
  }
}

void print_certificate(const passivity::Certificate& c) {
  fmt::print("passivity  {}: both ports took in {:.3f} J, never less than {:.4f} J\n",
             passivity::name(c.verdict), c.final_j, c.margin_j);
  if (c.first_violation_s) {
    fmt::print("  they first gave out more than they had taken in at {:.3f} s\n",
               *c.first_violation_s);
  }
  for (const std::string& reason : c.voided_by) fmt::print("  not guaranteed: {}\n", reason);
}

int exit_status(study::Verdict verdict) {
  switch (verdict) {
    case study::Verdict::pass:
      return kOk;
    case study::Verdict::fail:
      return kExpectationFailed;
    case study::Verdict::fault:
      return kFault;
    case study::Verdict::stopped:
      return kInterrupted;
  }
  return kFault;
}

int run(const RunArguments& arguments) {
  const session::Scenario scenario =
      session::load_scenario(arguments.scenario, arguments.overrides);
  const std::string out = arguments.out.empty() ? "out/" + scenario.name : arguments.out;

  Progress progress(scenario.name, scenario.duration);
  const auto run =
      study::run_and_report(scenario, {.directory = out,
                                       .command = command_line(arguments),
                                       .stop = &stop_requested,
                                       .progress = [&](double t) { progress.update(t); }});
  progress.finish(run.result.duration, run.result.wall_seconds);

  print_metrics(run.summary);
  print_failures(run.summary);
  if (run.result.fault) {
    fmt::print("fault at {:.3f} s: {}; the last second is in {}/fault.mcap\n", run.result.duration,
               core::describe(run.result.fault), out);
  }
  if (run.summary.verdict == study::Verdict::stopped) fmt::print("stopped by the user\n");
  const auto kept = std::count_if(run.summary.checks.begin(), run.summary.checks.end(),
                                  [](const study::Check& c) { return c.ok; });
  print_certificate(run.result.certificate);
  fmt::print("verdict  {} ({} of {} bounds hold)\nreport   {}\n", to_string(run.summary.verdict),
             kept, run.summary.checks.size(), run.report.string());
  return exit_status(run.summary.verdict);
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "Run a scenario and leave a report");
  command->add_option("scenario", arguments->scenario, "Name of a shipped scenario, or a TOML file")
      ->capture_default_str();
  command
      ->add_option("--set", arguments->overrides,
                   "Change one key of the scenario, such as coupling.translation_stiffness=300")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--out", arguments->out, "Where log, summary and report go (out/<scenario>)")
      ->type_name("DIR");
  command->footer(
      "Exit status: 0 all bounds of [expect] hold, 1 one does not, 2 bad input,\n"
      "3 a fault or a disk that cannot be written, 130 stopped by Ctrl-C.\n\n"
      "Example:  tether run omega_lwr_wall --set seed=7 --out /tmp/seven");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace tether::apps
