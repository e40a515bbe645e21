// tether study positioning, tether study peg_in_hole: the user tests with simulated operators.
#include "tether/study/user_study.hpp"

#include <algorithm>
#include <cmath>

#include "apps/tether/commands.hpp"
#include "apps/tether/progress.hpp"
#include "apps/tether/studies.hpp"
#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/session/metric_names.hpp"
#include "tether/session/scenario_file.hpp"
#include "tether/sim/operator_profile.hpp"
#include "tether/study/whole_file.hpp"

namespace tether::apps {
namespace {

struct UserStudyArguments {
  study::UserStudyOptions options;
  std::string out;
};

using Sessions = std::vector<study::UserSession>;

std::string with_deviation(double mean, double deviation) {
  return fmt::format("{:.2f} ± {:.2f}", mean, deviation);
}

// lengths in mm are what people picture
std::pair<double, std::string_view> shown(std::string_view unit) {
  if (unit == "m") return {1e3, "mm"};
  if (unit == "1") return {1, ""};
  return {1, unit};
}

void print_links(const study::UserTask& task, const Sessions& sessions) {
  fmt::print("{:<36}{:>22}{:>22}\n", fmt::format("{} [{}]", task.metric, task.unit),
             "simulated operators", "document, 10 people");
  for (const study::DocumentedLink& link : task.links) {
    const auto ours = study::moments_of(study::values(sessions, link.link, task.metric));
    fmt::print("  {:<34}{:>22}{:>22}\n", link.link,
               with_deviation(task.scale * ours.mean, task.scale * ours.deviation),
               with_deviation(link.mean, link.deviation));
  }
}

void print_margins(const study::UserTask& task, const Sessions& sessions) {
  fmt::print("\n{:<36}{:>22}{:>22}\n",
             fmt::format("non-inferior at p = 0.05 within [{}]", task.unit), "simulated operators",
             "document, 10 people");
  for (const study::DocumentedMargin& margin : task.margins) {
    const double ours =
        study::noninferiority_margin(study::values(sessions, margin.tested, task.metric),
                                     study::values(sessions, margin.reference, task.metric));
    fmt::print("  {:<34}{:>22}{:>22}\n",
               fmt::format("{} not worse than {}", margin.tested, margin.reference),
               std::isnan(ours) ? "–" : fmt::format("{:.2f}", task.scale * ours), margin.margin);
  }
}

// the task's other figures, which the document does not give
void print_others(const study::UserTask& task, const Sessions& sessions) {
  std::string rows;
  for (const session::TaskMetricName& metric : session::kTaskMetricNames) {
    if (metric.task != task.name || metric.name == task.metric) continue;
    const auto [scale, unit] = shown(metric.unit);
    rows += fmt::format("  {:<34}", unit.empty() ? std::string(metric.name)
                                                 : fmt::format("{} [{}]", metric.name, unit));
    for (const study::DocumentedLink& link : task.links) {
      const auto ours = study::moments_of(study::values(sessions, link.link, metric.name));
      rows += fmt::format("{:>18}", with_deviation(scale * ours.mean, scale * ours.deviation));
    }
    rows += '\n';
  }
  if (rows.empty()) return;
  fmt::print("\n{:<36}", "simulated operators");
  for (const study::DocumentedLink& link : task.links) fmt::print("{:>18}", link.link);
  fmt::print("\n{}", rows);
}

int run(const study::UserTask& task, UserStudyArguments arguments) {
  // bad input leaves nothing behind
  session::load_scenario(std::string(task.name), arguments.options.overrides);

  const std::filesystem::path out =
      arguments.out.empty() ? fmt::format("out/study_{}", task.name) : arguments.out;
  study::make_directory(out);

  JobProgress progress(fmt::format("study {}", task.name));
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  const Sessions sessions = study::run_user_study(task, arguments.options);
  progress.finish();
  const auto table = out / "sessions.csv";
  study::write_csv(table, sessions);
  if (stop_requested) {
    fmt::print("stopped by the user\nsessions {}\n", table.string());
    return kInterrupted;
  }

  fmt::print(
      "\n{} simulated operators, every link, orders balanced; mean ± deviation over them\n\n",
      arguments.options.operators);
  print_links(task, sessions);
  print_margins(task, sessions);
  print_others(task, sessions);
  const auto faults = std::count_if(
      sessions.begin(), sessions.end(),
      [](const study::UserSession& session) { return session.verdict == study::Verdict::fault; });
  if (faults > 0) fmt::print("\n{} sessions ended in a fault and are left out\n", faults);
  fmt::print("\nsessions {}\n", table.string());
  return faults > 0 ? kFault : kOk;
}

}  // namespace

void add_user_studies(CLI::App& study, int& status) {
  for (const study::UserTask& task : study::user_tasks()) {
    auto arguments = std::make_shared<UserStudyArguments>();
    CLI::App* command = study.add_subcommand(
        std::string(task.name),
        fmt::format("User test \"{}\" with simulated operators over three links", task.name));
    command->add_option("--operators", arguments->options.operators, "How many of the ten")
        ->check(CLI::Range(1, sim::kProfiles))
        ->capture_default_str();
    command
        ->add_option("--set", arguments->options.overrides, "Change one key of the task's scenario")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    command->add_option("--out", arguments->out, "Where sessions.csv goes (out/study_<name>)")
        ->type_name("DIR");
    command->footer(fmt::format(
        "Exit status: 0 done, 2 bad input, 3 a session ended in a fault, 130 stopped.\n\n"
        "Example:  tether study {} --out /tmp/study",
        task.name));
    command->callback([&task, arguments, &status] { status = run(task, *arguments); });
  }
}

}  // namespace tether::apps
