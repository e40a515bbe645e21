// tether study positioning, peg_in_hole: the user tests with simulated operators; tether study
// passivity: every method over the same links.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/passive_arm/passivity_study.hpp"
#include "tether/reproduction/passive_arm/user_study.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::apps {
namespace {

using UserStudyArguments = StudyArguments<reproduction::UserStudyOptions>;

int run(const reproduction::UserTask& task, UserStudyArguments arguments,
        const MeasuredPage& page) {
  // bad input leaves nothing behind
  scenario::load_scenario(std::string(task.name), arguments.options.overrides);

  const std::filesystem::path out =
      arguments.out.empty() ? fmt::format("out/study_{}", task.name) : arguments.out;
  core::make_directory(out);

  const auto sessions = with_progress(
      fmt::format("study {}", task.name), arguments.options,
      [&](const auto& options) { return reproduction::run_user_study(task, options); });
  const auto table = out / "sessions.csv";
  reproduction::write_csv(table, sessions);
  if (stop_requested) {
    fmt::print("stopped by the user\nsessions {}\n", table.string());
    return kInterrupted;
  }

  fmt::print(
      "\n{} simulated operators, every link, orders balanced; mean ± deviation over them\n\n{}",
      arguments.options.operators, reproduction::to_table(task, sessions));
  const auto faults =
      std::ranges::count(sessions, report::Verdict::fault, &reproduction::UserSession::verdict);
  if (faults > 0) fmt::print("\n{} sessions ended in a fault and are left out\n", faults);
  fmt::print("\nsessions {}\n", table.string());
  page.write(reproduction::to_markdown(task, sessions));
  return faults > 0 ? kFault : kOk;
}

int passivity_study(reproduction::PassivityStudyOptions options, const std::string& out,
                    const MeasuredPage& page) {
  core::make_directory(out);
  const auto outcomes = with_progress("passivity", options, reproduction::run_passivity_study);
  if (stop_requested) {
    fmt::print("stopped by the user\n");
    return kInterrupted;
  }
  const auto path = std::filesystem::path(out) / "passivity.csv";
  reproduction::write_csv(path, outcomes);
  fmt::print(
      "\n{} with {} seeds each, shared by ten simulated operators; mean ± σ over seeds.\n"
      "Margin: least energy taken in by both ports together, of all seeds.\n\n{}\ntable   {}\n",
      options.scenario, options.seeds, reproduction::to_table(outcomes), path.string());
  page.write(reproduction::to_markdown(outcomes));
  return kOk;
}

}  // namespace

void add_user_studies(CLI::App& study, int& status) {
  for (const reproduction::UserTask& task : reproduction::user_tasks()) {
    auto arguments = std::make_shared<UserStudyArguments>();
    CLI::App* command = study.add_subcommand(
        std::string(task.name),
        fmt::format("User test \"{}\" with simulated operators over three links", task.name));
    command->add_option("--operators", arguments->options.operators, "How many of the ten")
        ->check(CLI::Range(1, sim::kProfiles))
        ->capture_default_str();
    command->add_option("--link", arguments->options.links, "Only over these (all)")
        ->check(CLI::IsMember({"ideal", "luna", "ros"}))
        ->type_name("LINK...");
    add_set(*command, arguments->options.overrides, "Change one key of the task's scenario");
    command->add_option("--out", arguments->out, "Where sessions.csv goes (out/study_<name>)")
        ->type_name("DIR");
    auto page = std::make_shared<MeasuredPage>(*command);
    command->footer(fmt::format(
        "Exit status: 0 done, 2 bad input, 3 a session ended in a fault, 130 stopped.\n\n"
        "Example:  tether study {} --out /tmp/study",
        task.name));
    command->callback([&task, arguments, page, &status] { status = run(task, *arguments, *page); });
  }
}

void add_passivity_study(CLI::App& study, int& status) {
  auto options = std::make_shared<reproduction::PassivityStudyOptions>();
  auto out = std::make_shared<std::string>("out/study_passivity");
  CLI::App* command =
      study.add_subcommand("passivity", "Compare all passivity methods over the same links");
  command->add_option("--scenario", options->scenario, "What to run")
      ->type_name("SCENARIO")
      ->capture_default_str();
  command->add_option("--link", options->links, "Links by name (nl_it)")->type_name("LINK...");
  command->add_option("--seeds", options->seeds, "Sessions per method and link")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  add_set(*command, options->overrides, "Change one key of the scenario");
  add_out(*command, *out, "Where the table goes");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer("Example:  tether study passivity --link luna nl_it nl_au --seeds 20");
  command->callback(
      [options, out, page, &status] { status = passivity_study(*options, *out, *page); });
}

}  // namespace tether::apps
