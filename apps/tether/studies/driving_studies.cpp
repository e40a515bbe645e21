// tether study drive: who sees nothing drives by touch; tether study platform: control of the
// platform against wheels alone.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/driving/drive_study.hpp"
#include "tether/reproduction/driving/platform_study.hpp"

namespace tether::apps {
namespace {

using DriveArguments = StudyArguments<reproduction::DriveStudyOptions>;

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
  core::make_directory(arguments.out);
  const auto sessions =
      with_progress("study drive", arguments.options, reproduction::run_drive_study);
  const auto table = left(arguments.out, "sessions.csv", reproduction::drive_csv(sessions));
  if (stop_requested) {
    fmt::print("stopped by the user\nsessions {}\n", table);
    return kInterrupted;
  }

  const auto page = left(arguments.out, "drive.html", reproduction::drive_page(sessions));
  const auto rows = reproduction::drive_rows(sessions);
  fmt::print("\nsimulated people who see nothing, {} sessions each; mean ± deviation\n\n{}\n",
             arguments.options.seeds, reproduction::drive_table(rows));
  const auto objections = reproduction::drive_objections(rows);
  for (const std::string& said : objections) fmt::print("does not hold: {}\n", said);
  if (objections.empty()) fmt::print("all that was asked of these sessions holds\n");
  fmt::print("\nsessions {}\npage     {}\n", table, page);
  manual.write(reproduction::drive_markdown(sessions));
  if (std::ranges::any_of(rows, [](const auto& row) { return row.faults > 0; })) return kFault;
  return objections.empty() ? kOk : kExpectationFailed;
}

const std::map<std::string, reproduction::PlatformMotion> kMotions{
    {"straight", reproduction::PlatformMotion::straight},
    {"sideways", reproduction::PlatformMotion::sideways},
    {"bend", reproduction::PlatformMotion::bend},
    {"spot", reproduction::PlatformMotion::spot}};

using PlatformArguments = StudyArguments<reproduction::PlatformOptions>;

int run(PlatformArguments arguments, const MeasuredPage& manual) {
  core::make_directory(arguments.out);
  const auto runs =
      with_progress("study platform", arguments.options, reproduction::run_platform_study);
  const auto table = left(arguments.out, "platform.csv", reproduction::platform_csv(runs));
  if (stop_requested) {
    fmt::print("stopped by the user\ntable    {}\n", table);
    return kInterrupted;
  }

  const auto page = left(arguments.out, "platform.html", reproduction::platform_page(runs));
  const auto cases = reproduction::platform_cases(runs);
  fmt::print("\n{}\n", reproduction::platform_table(cases));
  const auto objections = reproduction::platform_objections(cases);
  for (const std::string& said : objections) fmt::print("does not hold: {}\n", said);
  if (objections.empty()) {
    fmt::print(
        "holds: control of the platform tracks within 5 % and is calm throughout;\n"
        "       wheels alone oscillate above 0.8 m/s\n");
  }
  fmt::print("\ntable    {}\npage     {}\n", table, page);
  manual.write(reproduction::platform_markdown(cases));
  return objections.empty() ? kOk : kExpectationFailed;
}

}  // namespace

void add_drive_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<DriveArguments>();
  arguments->out = "out/study_drive";
  CLI::App* command =
      study.add_subcommand("drive", "Driving blind by touch: with force, without, over a far link");
  command->add_option("--seeds", arguments->options.seeds, "Sessions per course and condition")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--courses", arguments->options.courses, "Only these (all)")
      ->check(CLI::IsMember({"corridor", "doorway", "bend", "clutter"}))
      ->type_name("COURSE...");
  add_jobs(*command, arguments->options.threads, "Sessions at a time (one per core)");
  add_set(*command, arguments->options.overrides, "Change one key of all scenarios");
  add_out(*command, arguments->out, "Where sessions.csv and drive.html go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Exit status: 0 all bounds hold (corridor with force: nobody collides, stop within 0.15 m,\n"
      "0.15 m RMS beside the middle; without: 9 of 10 collide; far link: nobody collides;\n"
      "doorway: 9 of 10 pass), 1 one does not, 2 bad input, 3 a session ended in a fault,\n"
      "130 stopped.\n\n"
      "Example:  tether study drive --seeds 4 --courses corridor --out /tmp/drive");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

void add_platform_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<PlatformArguments>();
  arguments->out = "out/study_platform";
  CLI::App* command = study.add_subcommand(
      "platform", "The platform's velocity control against wheel controllers alone");
  command
      ->add_option("--seeds", arguments->options.seeds,
                   "Starts per case, with the units turned another way")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_option("--speeds", arguments->options.speeds, "Speeds [m/s, rad/s on the spot]")
      ->check(CLI::Range(0.05, 1.5))
      ->type_name("V...")
      ->capture_default_str();
  command->add_option("--motions", arguments->options.motions, "Only these (all)")
      ->transform(CLI::CheckedTransformer(kMotions).description(""))
      ->type_name("NAME:{straight,sideways,bend,spot}");
  command->add_option("--hold", arguments->options.hold, "How long each is held [s]")
      ->check(CLI::Range(1.0, 60.0))
      ->capture_default_str();
  add_jobs(*command, arguments->options.threads, "Drives at a time (one per core)");
  add_out(*command, arguments->out, "Where platform.csv and platform.html go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Exit status: 0 control of the platform tracks within 5 % and is calm, and wheels alone\n"
      "oscillate above 0.8 m/s; 1 that is not so, 2 bad input, 3 files cannot be written,\n"
      "130 stopped.\n\n"
      "Example:  tether study platform --seeds 1 --speeds 0.4 1.2 --out /tmp/platform");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
