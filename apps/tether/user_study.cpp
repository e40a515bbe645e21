// tether study positioning, tether study peg_in_hole: the user tests with simulated operators.
#include "tether/study/user_study.hpp"

#include <algorithm>

#include "apps/tether/commands.hpp"
#include "apps/tether/measured_page.hpp"
#include "apps/tether/progress.hpp"
#include "apps/tether/studies.hpp"
#include <fmt/format.h>

#include "tether/core/error.hpp"
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

int run(const study::UserTask& task, UserStudyArguments arguments, const MeasuredPage& page) {
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
      "\n{} simulated operators, every link, orders balanced; mean ± deviation over them\n\n{}",
      arguments.options.operators, study::to_table(task, sessions));
  const auto faults = std::count_if(
      sessions.begin(), sessions.end(),
      [](const study::UserSession& session) { return session.verdict == study::Verdict::fault; });
  if (faults > 0) fmt::print("\n{} sessions ended in a fault and are left out\n", faults);
  fmt::print("\nsessions {}\n", table.string());
  page.write(study::to_markdown(task, sessions));
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
