// tether study tool_pickup: the test of assistance with simulated operators.
#include "tether/reproduction/assisted/tool_pickup_study.hpp"

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::apps {
namespace {

using PickupArguments = StudyArguments<reproduction::PickupOptions>;

int run(PickupArguments arguments, const MeasuredPage& manual) {
  // bad input leaves nothing behind
  scenario::load_scenario("phantom_whman_tool_pickup_assisted", arguments.options.overrides);
  core::make_directory(arguments.out);
  const auto sessions =
      with_progress("study tool_pickup", arguments.options, reproduction::run_tool_pickup);
  const auto table = left(arguments.out, "sessions.csv", reproduction::tool_pickup_csv(sessions));
  if (stop_requested) {
    fmt::print("stopped by the user\nsessions {}\n", table);
    return kInterrupted;
  }

  const reproduction::PickupStatistics statistics = reproduction::tool_pickup_statistics(sessions);
  const auto page =
      left(arguments.out, "tool_pickup.html", reproduction::tool_pickup_page(statistics));
  fmt::print("\n{}\nsessions {}\npage     {}\n", reproduction::to_table(statistics), table, page);
  manual.write(reproduction::tool_pickup_markdown(statistics, sessions));
  if (statistics.faults > 0) return kFault;
  return statistics.objection().empty() ? kOk : kExpectationFailed;
}

}  // namespace

void add_tool_pickup_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<PickupArguments>();
  arguments->out = "out/study_tool_pickup";
  CLI::App* command =
      study.add_subcommand("tool_pickup", "Picking up a tool without and with guiding paths");
  command->add_option("--operators", arguments->options.operators, "How many of the ten")
      ->check(CLI::Range(2, sim::kProfiles))
      ->capture_default_str();
  command
      ->add_option("--repeats", arguments->options.repeats, "Pick-ups per operator and condition")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  add_jobs(*command, arguments->options.threads, "Sessions at a time (one per core)");
  add_set(*command, arguments->options.overrides, "Change one key of both scenarios");
  add_out(*command, arguments->out, "Where sessions.csv and tool_pickup.html go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Exit status: 0 search time and contact force are lower with assistance (p < 0.05),\n"
      "1 they are not, 2 bad input, 3 a session ended in a fault, 130 stopped.\n\n"
      "Example:  tether study tool_pickup --operators 4 --repeats 2 --out /tmp/pickup");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
