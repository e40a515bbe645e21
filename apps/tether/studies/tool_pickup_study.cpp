// tether study tool_pickup: the test of assistance with simulated operators.
#include "tether/reproduction/assisted/tool_pickup_study.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::apps {
namespace {

struct PickupArguments {
  reproduction::PickupOptions options;
  std::string out = "out/study_tool_pickup";
};

int run(PickupArguments arguments, const MeasuredPage& manual) {
  // bad input leaves nothing behind
  scenario::load_scenario("phantom_whman_tool_pickup_assisted", arguments.options.overrides);
  const std::filesystem::path out = arguments.out;
  core::make_directory(out);

  JobProgress progress("study tool_pickup");
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  const auto sessions = reproduction::run_tool_pickup(arguments.options);
  progress.finish();
  const auto table = out / "sessions.csv";
  core::write_whole(table, reproduction::tool_pickup_csv(sessions));
  if (stop_requested) {
    fmt::print("stopped by the user\nsessions {}\n", table.string());
    return kInterrupted;
  }

  const reproduction::PickupStatistics statistics = reproduction::tool_pickup_statistics(sessions);
  const auto page = out / "tool_pickup.html";
  core::write_whole(page, reproduction::tool_pickup_page(statistics));
  fmt::print("\n{}\nsessions {}\npage     {}\n", reproduction::to_table(statistics), table.string(),
             page.string());
  manual.write(reproduction::tool_pickup_markdown(statistics, sessions));
  if (statistics.faults > 0) return kFault;
  return statistics.objection().empty() ? kOk : kExpectationFailed;
}

}  // namespace

void add_tool_pickup_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<PickupArguments>();
  CLI::App* command =
      study.add_subcommand("tool_pickup", "Picking up a tool without and with guiding paths");
  command->add_option("--operators", arguments->options.operators, "How many of the ten")
      ->check(CLI::Range(2, sim::kProfiles))
      ->capture_default_str();
  command
      ->add_option("--repeats", arguments->options.repeats, "Pick-ups per operator and condition")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_option("--jobs", arguments->options.threads, "Sessions at a time (one per core)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  command->add_option("--set", arguments->options.overrides, "Change one key of both scenarios")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--out", arguments->out, "Where sessions.csv and tool_pickup.html go")
      ->type_name("DIR")
      ->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Exit status: 0 search time and contact force are lower with assistance (p < 0.05),\n"
      "1 they are not, 2 bad input, 3 a session ended in a fault, 130 stopped.\n\n"
      "Example:  tether study tool_pickup --operators 4 --repeats 2 --out /tmp/pickup");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
