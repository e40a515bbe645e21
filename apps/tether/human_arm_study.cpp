// tether study human-arm: how hard a person can push over the reach of the arm.
#include "tether/study/human_arm_study.hpp"

#include <filesystem>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies.hpp"
#include <fmt/format.h>

#include "tether/study/human_arm_output.hpp"
#include "tether/study/measured_part.hpp"
#include "tether/study/whole_file.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;

struct HumanArmArguments {
  int samples = 5;
  std::string out = "out/study_human_arm";
  std::string markdown;  // page whose measured part is replaced
};

void write_page(const fs::path& page, const study::HumanArmStudy& study) {
  const fs::path images = page.parent_path() / "images";
  study::make_directory(images);
  study::write_whole(images / "human_arm_histogram.svg", study::force_histogram_figure(study));
  study::write_whole(images / "human_arm_slice.svg", study::force_slice_figure(study));
  study::write_measured_part(page, study::to_markdown(study, "images"), "human-arm");
}

int run(const HumanArmArguments& arguments) {
  const study::HumanArmStudy study = study::run_human_arm_study(arguments.samples);
  const fs::path out = arguments.out;
  study::make_directory(out);
  study::write_whole(out / "human_arm.csv", study::human_arm_csv(study));
  study::write_whole(out / "histogram.svg", study::force_histogram_figure(study));
  study::write_whole(out / "slice.svg", study::force_slice_figure(study));
  if (!arguments.markdown.empty()) write_page(arguments.markdown, study);
  fmt::print("{}\ntable    {}\nfigures  {}, {}\n", study::to_table(study),
             (out / "human_arm.csv").string(), (out / "histogram.svg").string(),
             (out / "slice.svg").string());
  if (!arguments.markdown.empty()) fmt::print("page     {}\n", arguments.markdown);
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
  command
      ->add_option("--markdown", arguments->markdown,
                   "Also put tables and figures into this page, in place of those there")
      ->type_name("FILE");
  command->footer(
      "Leaves human_arm.csv (a row per reading and box), histogram.svg and slice.svg.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study human-arm --out out/arm");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace tether::apps
