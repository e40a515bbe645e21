// tether run: one session from a scenario to a report.
#include <algorithm>
#include <cmath>
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

constexpr double kSilent = 0.5;          // a link that brings nothing for longer is silent [s]
constexpr double kWorthTelling = 0.005;  // share of samples that never came or came too late

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

// no minus before what rounds to zero
std::string number(double value, std::string_view unit, int digits = 2) {
  const double rounded = std::abs(value) < 0.5 * std::pow(10, -digits) ? 0 : value;
  return fmt::format("{:.{}f}{}{}", rounded, digits, unit.empty() ? "" : " ", unit);
}

// tanks and link as they are now, in few words
std::string state_of(const session::Progress& now, bool tanks) {
  std::string text;
  if (tanks) {
    const double leader = now.leader.energy.tank, follower = now.follower.energy.tank;
    const bool small = std::max(leader, follower) < 1;
    const auto level = [&](double tank) {
      return number(small ? 1e3 * tank : tank, "", small ? 0 : 2);
    };
    text = fmt::format("tanks {}, {} {}  ", level(leader), level(follower), small ? "mJ" : "J");
  }
  const link::LinkQuality& link = now.leader.quality;
  if (link.silence > kSilent) return text + fmt::format("link silent for {:.1f} s", link.silence);
  if (!link.known) return text + "link not heard yet";
  text += fmt::format("link {:.0f} ms", 1e3 * link.round_trip);
  if (link.loss >= kWorthTelling) text += fmt::format(", {:.0f} % missed", 100 * link.loss);
  return text;
}

// lengths in mm, angles in degrees and small energies in mJ are what people picture
std::string for_people(double value, std::string_view unit) {
  if (unit == "m") return number(1e3 * value, "mm", 1);
  if (unit == "rad") return number(value * 57.29577951308232, "deg");
  if (unit == "J" && std::abs(value) < 0.1) return number(1e3 * value, "mJ");
  return number(value, unit == "1" ? "" : unit);
}

void print_metrics(const study::Summary& summary) {
  constexpr std::size_t kName = 24, kColumn = 12;
  const auto width = [&](const study::PhaseMetrics& phase) {
    return std::max(kColumn, phase.name.size() + 2);
  };
  fmt::print("\n{:<{}}{:>{}}", "", kName, "overall", kColumn);
  for (const auto& phase : summary.phases) fmt::print("{:>{}}", phase.name, width(phase));
  fmt::print("\n");
  for (const study::Metric& metric : summary.overall.metrics) {
    fmt::print("{:<{}}{:>{}}", metric.name, kName, for_people(metric.value, metric.unit), kColumn);
    for (const auto& phase : summary.phases) {
      // a phase may lack what could not be measured in it
      const study::Metric* found = study::find_metric(phase.metrics, metric.name);
      fmt::print("{:>{}}", found == nullptr ? "–" : for_people(found->value, metric.unit),
                 width(phase));
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

std::string bounds_in_words(const study::Summary& summary) {
  const auto& checks = summary.checks;
  if (checks.empty()) return "no bounds stated";
  const auto kept = std::count_if(checks.begin(), checks.end(), [](const auto& c) { return c.ok; });
  return fmt::format("{} of {} bounds hold", kept, checks.size());
}

void print_certificate(const passivity::Certificate& c) {
  if (c.first_violation_s) {
    fmt::print(
        "passivity  violated at {:.3f} s: the ports gave out up to {} more than they took in\n",
        *c.first_violation_s, for_people(-c.margin_j, "J"));
  } else {
    fmt::print("passivity  {} the ports never gave out more than they took in; {} remain\n",
               c.verdict == passivity::Verdict::passive ? "passive:" : "not guaranteed, though",
               for_people(c.final_j, "J"));
  }
  for (const std::string& reason : c.voided_by) {
    fmt::print("           not guaranteed: {}\n", reason);
  }
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

  const bool tanks = scenario.passivity.method != passivity::Method::none;
  Progress progress(scenario.name, scenario.duration);
  const auto run =
      study::run_and_report(scenario, {.directory = out,
                                       .command = command_line(arguments),
                                       .stop = &stop_requested,
                                       .progress = [&](const session::Progress& now) {
                                         progress.update(now.time, state_of(now, tanks));
                                       }});
  progress.finish(run.result.duration, run.result.wall_seconds);

  print_metrics(run.summary);
  print_failures(run.summary);
  if (run.result.fault) {
    fmt::print("fault at {:.3f} s: {}; the last second is in {}/fault.mcap\n", run.result.duration,
               core::describe(run.result.fault), out);
  }
  if (run.summary.verdict == study::Verdict::stopped) fmt::print("stopped by the user\n");
  print_certificate(run.result.certificate);
  fmt::print("verdict    {}, {}\nreport     {}\n", to_string(run.summary.verdict),
             bounds_in_words(run.summary), run.report.string());
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
