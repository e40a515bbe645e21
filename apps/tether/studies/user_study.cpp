// tether study positioning, tether study peg_in_hole: the user tests with simulated operators.
#include "tether/reproduction/passive_arm/user_study.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::apps {
namespace {

struct UserStudyArguments {
  reproduction::UserStudyOptions options;
  std::string out;
};

using Sessions = std::vector<reproduction::UserSession>;

int run(const reproduction::UserTask& task, UserStudyArguments arguments,
        const MeasuredPage& page) {
  // bad input leaves nothing behind
  scenario::load_scenario(std::string(task.name), arguments.options.overrides);

  const std::filesystem::path out =
      arguments.out.empty() ? fmt::format("out/study_{}", task.name) : arguments.out;
  core::make_directory(out);

  JobProgress progress(fmt::format("study {}", task.name));
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  const Sessions sessions = reproduction::run_user_study(task, arguments.options);
  progress.finish();
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
      std::count_if(sessions.begin(), sessions.end(), [](const reproduction::UserSession& session) {
        return session.verdict == report::Verdict::fault;
      });
  if (faults > 0) fmt::print("\n{} sessions ended in a fault and are left out\n", faults);
  fmt::print("\nsessions {}\n", table.string());
  page.write(reproduction::to_markdown(task, sessions));
  return faults > 0 ? kFault : kOk;
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
    command
        ->add_option("--set", arguments->options.overrides, "Change one key of the task's scenario")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
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

}  // namespace tether::apps
