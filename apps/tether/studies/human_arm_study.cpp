// tether study human-arm: how hard a person can push over the reach of the arm.
#include "tether/reproduction/safe_arm/human_arm_study.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/safe_arm/human_arm_output.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;

struct HumanArmArguments {
  int samples = 5;
  std::string out = "out/study_human_arm";
};

void write_page(const MeasuredPage& page, const reproduction::HumanArmStudy& study) {
  page.write_image("human_arm_histogram.svg", reproduction::force_histogram_figure(study));
  page.write_image("human_arm_slice.svg", reproduction::force_slice_figure(study));
  page.write(reproduction::to_markdown(study, "images"));
}

int run(const HumanArmArguments& arguments, const MeasuredPage& page) {
  const reproduction::HumanArmStudy study = reproduction::run_human_arm_study(arguments.samples);
  const fs::path out = arguments.out;
  core::make_directory(out);
  core::write_whole(out / "human_arm.csv", reproduction::human_arm_csv(study));
  core::write_whole(out / "histogram.svg", reproduction::force_histogram_figure(study));
  core::write_whole(out / "slice.svg", reproduction::force_slice_figure(study));
  fmt::print("{}\ntable    {}\nfigures  {}, {}\n", reproduction::to_table(study),
             (out / "human_arm.csv").string(), (out / "histogram.svg").string(),
             (out / "slice.svg").string());
  write_page(page, study);
  return kOk;
}

}  // namespace

void add_human_arm_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<HumanArmArguments>();
  CLI::App* command = study.add_subcommand(
      "human-arm", "The largest force of a human arm, over all that it reaches");
  command
      ->add_option("--samples", arguments->samples,
                   "Angles per joint over its range; postures are its seventh power")
      ->check(CLI::Range(2, 9))
      ->capture_default_str();
  command->add_option("--out", arguments->out, "Where the files go")
      ->type_name("DIR")
      ->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Leaves human_arm.csv (a row per reading and box), histogram.svg and slice.svg.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study human-arm --out out/arm");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
