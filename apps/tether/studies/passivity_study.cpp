// tether study passivity: every method over the same links.
#include "tether/reproduction/passive_arm/passivity_study.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::apps {
namespace {

int passivity_study(reproduction::PassivityStudyOptions options, const std::string& out,
                    const MeasuredPage& page) {
  core::make_directory(out);

  JobProgress progress("passivity");
  options.stop = &stop_requested;
  options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  const auto outcomes = reproduction::run_passivity_study(options);
  progress.finish();
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
  command->add_option("--set", options->overrides, "Change one key of the scenario")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--out", *out, "Where the table goes")
      ->type_name("DIR")
      ->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer("Example:  tether study passivity --link luna nl_it nl_au --seeds 20");
  command->callback(
      [options, out, page, &status] { status = passivity_study(*options, *out, *page); });
}

}  // namespace tether::apps
