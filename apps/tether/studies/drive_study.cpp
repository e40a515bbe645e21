// tether study drive: who sees nothing drives by touch.
#include "tether/reproduction/driving/drive_study.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::apps {
namespace {

struct DriveArguments {
  reproduction::DriveStudyOptions options;
  std::string out = "out/study_drive";
};

void check(const reproduction::DriveStudyOptions& options) {
  for (const reproduction::DriveCondition& condition : reproduction::kDriveConditions) {
    const auto& wanted = options.courses;
    if (wanted.empty() || std::ranges::find(wanted, condition.course) != wanted.end()) {
      reproduction::drive_scenario(condition, 1, options.overrides);
    }
  }
}

int run(DriveArguments arguments, const MeasuredPage& manual) {
  // bad input leaves nothing behind
  check(arguments.options);
  const std::filesystem::path out = arguments.out;
  core::make_directory(out);
  JobProgress progress("study drive");
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  const auto sessions = reproduction::run_drive_study(arguments.options);
  progress.finish();
  const auto table = out / "sessions.csv";
  core::write_whole(table, reproduction::drive_csv(sessions));
  if (stop_requested) {
    fmt::print("stopped by the user\nsessions {}\n", table.string());
    return kInterrupted;
  }

  const auto page = out / "drive.html";
  core::write_whole(page, reproduction::drive_page(sessions));
  const auto rows = reproduction::drive_rows(sessions);
  fmt::print("\nsimulated people who see nothing, {} sessions each; mean ± deviation\n\n{}\n",
             arguments.options.seeds, reproduction::drive_table(rows));
  const auto objections = reproduction::drive_objections(rows);
  for (const std::string& said : objections) fmt::print("does not hold: {}\n", said);
  if (objections.empty()) fmt::print("all that was asked of these sessions holds\n");
  fmt::print("\nsessions {}\npage     {}\n", table.string(), page.string());
  manual.write(reproduction::drive_markdown(sessions));
  for (const reproduction::DriveRow& row : rows) {
    if (row.faults > 0) return kFault;
  }
  return objections.empty() ? kOk : kExpectationFailed;
}

}  // namespace

void add_drive_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<DriveArguments>();
  CLI::App* command =
      study.add_subcommand("drive", "Driving blind by touch: with force, without, over a far link");
  command->add_option("--seeds", arguments->options.seeds, "Sessions per course and condition")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--courses", arguments->options.courses, "Only these (all)")
      ->check(CLI::IsMember({"corridor", "doorway", "bend", "clutter"}))
      ->type_name("COURSE...");
  command->add_option("--jobs", arguments->options.threads, "Sessions at a time (one per core)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  command->add_option("--set", arguments->options.overrides, "Change one key of all scenarios")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--out", arguments->out, "Where sessions.csv and drive.html go")
      ->type_name("DIR")
      ->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Exit status: 0 all bounds hold (corridor with force: nobody collides, stop within 0.15 m,\n"
      "0.15 m RMS beside the middle; without: 9 of 10 collide; far link: nobody collides;\n"
      "doorway: 9 of 10 pass), 1 one does not, 2 bad input, 3 a session ended in a fault,\n"
      "130 stopped.\n\n"
      "Example:  tether study drive --seeds 4 --courses corridor --out /tmp/drive");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
