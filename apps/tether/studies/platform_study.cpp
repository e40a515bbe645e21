// tether study platform: control of the platform against wheels alone.
#include "tether/reproduction/driving/platform_study.hpp"

#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::apps {
namespace {

const std::map<std::string, reproduction::PlatformMotion> kMotions{
    {"straight", reproduction::PlatformMotion::straight},
    {"sideways", reproduction::PlatformMotion::sideways},
    {"bend", reproduction::PlatformMotion::bend},
    {"spot", reproduction::PlatformMotion::spot}};

struct PlatformArguments {
  reproduction::PlatformOptions options;
  std::string out = "out/study_platform";
};

int run(PlatformArguments arguments, const MeasuredPage& manual) {
  const std::filesystem::path out = arguments.out;
  core::make_directory(out);
  JobProgress progress("study platform");
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  const auto runs = reproduction::run_platform_study(arguments.options);
  progress.finish();
  const auto table = out / "platform.csv";
  core::write_whole(table, reproduction::platform_csv(runs));
  if (stop_requested) {
    fmt::print("stopped by the user\ntable    {}\n", table.string());
    return kInterrupted;
  }

  const auto page = out / "platform.html";
  core::write_whole(page, reproduction::platform_page(runs));
  const auto cases = reproduction::platform_cases(runs);
  fmt::print("\n{}\n", reproduction::platform_table(cases));
  const auto objections = reproduction::platform_objections(cases);
  for (const std::string& said : objections) fmt::print("does not hold: {}\n", said);
  if (objections.empty()) {
    fmt::print(
        "holds: control of the platform tracks within 5 % and is calm throughout;\n"
        "       wheels alone oscillate above 0.8 m/s\n");
  }
  fmt::print("\ntable    {}\npage     {}\n", table.string(), page.string());
  manual.write(reproduction::platform_markdown(cases));
  return objections.empty() ? kOk : kExpectationFailed;
}

}  // namespace

void add_platform_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<PlatformArguments>();
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
  command->add_option("--jobs", arguments->options.threads, "Drives at a time (one per core)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  command->add_option("--out", arguments->out, "Where platform.csv and platform.html go")
      ->type_name("DIR")
      ->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Exit status: 0 control of the platform tracks within 5 % and is calm, and wheels alone\n"
      "oscillate above 0.8 m/s; 1 that is not so, 2 bad input, 3 files cannot be written,\n"
      "130 stopped.\n\n"
      "Example:  tether study platform --seeds 1 --speeds 0.4 1.2 --out /tmp/platform");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
