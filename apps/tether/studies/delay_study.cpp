// tether study delay: every passivity method and coupling over ever longer links.
#include "tether/reproduction/passive_arm/delay_study.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::apps {
namespace {

using DelayArguments = StudyArguments<reproduction::DelayStudyOptions>;

int delay_study(DelayArguments arguments, const MeasuredPage& page) {
  // bad input leaves nothing behind
  const auto study = with_progress("study delay", arguments.options, reproduction::run_delay_study);
  const auto cells = left(arguments.out, "cells.csv", reproduction::delay_cells_csv(study));
  const auto sessions =
      left(arguments.out, "sessions.csv", reproduction::delay_sessions_csv(study));
  const auto figure = left(arguments.out, "delay.svg", reproduction::delay_figure(study));
  const auto files =
      fmt::format("cells    {}\nsessions {}\nfigure   {}\n", cells, sessions, figure);
  if (stop_requested) {
    fmt::print("stopped by the user; what was done is there\n{}", files);
    return kInterrupted;
  }
  fmt::print(
      "\n{}, seeds {} to {}, shared by ten simulated operators. The longest round trip up to which "
      "every\nbound is kept, and what breaks first; certificates of all sessions.\n\n{}\n{}",
      study.scenario, study.first_seed, study.first_seed + study.seeds - 1,
      reproduction::to_table(study), files);
  page.write_image("delay.svg", reproduction::delay_figure(study));
  page.write(
      "![What methods, couplings and links are worth over the round trip](images/delay.svg)\n\n" +
      reproduction::to_markdown(study));
  return kOk;
}

}  // namespace

void add_delay_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<DelayArguments>();
  arguments->out = "out/study_delay";
  auto& options = arguments->options;
  CLI::App* command = study.add_subcommand(
      "delay", "What every passivity method and coupling is worth over ever longer links");
  command->add_option("--scenario", options.scenario, "What to run")
      ->type_name("SCENARIO")
      ->capture_default_str();
  command->add_option("--method", options.methods, "Passivity methods (two-layer)")
      ->type_name("NAME...");
  command->add_option("--coupling", options.couplings, "Couplings (auto)")->type_name("NAME...");
  command->add_option("--round-trip", options.round_trips, "Delays there and back, in seconds")
      ->check(CLI::Range(0.0, 6.0))
      ->type_name("S...")
      ->capture_default_str();
  command->add_option("--impairment", options.impairments, "What links do besides")
      ->check(CLI::IsMember({"none", "jitter", "loss"}))
      ->type_name("NAME...")
      ->capture_default_str();
  command->add_option("--seeds", options.seeds, "Sessions per cell")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--first-seed", options.first_seed,
                   "Below 100 to evaluate, from 1000 on to tune")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  add_set(*command, options.overrides, "Change one key of the scenario");
  add_out(*command, arguments->out, "Where the files go");
  add_jobs(*command, options.threads, "Sessions at a time (one per core)");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Of neither --method nor --coupling: every method with auto, and every coupling with "
      "two-layer.\nLeaves cells.csv, sessions.csv and delay.svg. Ratios to what is without delay "
      "need round trip 0\nwithout impairment among the cells. All of it takes about an hour on two "
      "cores.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written, 130 stopped.\n\n"
      "Example:  tether study delay --method two-layer --round-trip 0 0.2 2 --seeds 10");
  command->callback([arguments, page, &status] { status = delay_study(*arguments, *page); });
}

}  // namespace tether::apps
