// tether study cat-statistics, couplings, human-arm: the studies that are computed, without
// sessions.
#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/reproduction/assisted/cat_statistics.hpp"
#include "tether/reproduction/assisted/coupling_study.hpp"
#include "tether/reproduction/safe_arm/human_arm_study.hpp"

namespace tether::apps {
namespace {

int run_statistics(const std::string& out, const MeasuredPage& page) {
  const reproduction::CatStatistics statistics = reproduction::cat_statistics();
  const auto table = left(out, "cat_statistics.csv", reproduction::cat_statistics_csv(statistics));
  const auto figure = left(out, "pairs.svg", reproduction::cat_pairs_figure(statistics));
  const auto html = left(out, "cat_statistics.html", reproduction::cat_statistics_page(statistics));
  fmt::print("{}\ntable   {}\nfigure  {}\npage    {}\n", reproduction::to_table(statistics), table,
             figure, html);
  page.write(reproduction::to_markdown(statistics));
  return kOk;
}

int run_couplings(const std::string& out, const MeasuredPage& page) {
  const auto study = reproduction::run_coupling_study();
  const auto table = left(out, "couplings.csv", reproduction::coupling_csv(study));
  const auto html = left(out, "couplings.html", reproduction::coupling_page(study));
  fmt::print("{}\ntable    {}\npage     {}\n", reproduction::to_table(study), table, html);
  page.write_image("couplings.svg", reproduction::coupling_figure(study, false));
  page.write("![What is felt over what is there](images/couplings.svg)\n" +
             reproduction::to_markdown(study));
  return kOk;
}

int run_human_arm(int samples, const std::string& out, const MeasuredPage& page) {
  const reproduction::HumanArmStudy study = reproduction::run_human_arm_study(samples);
  const std::string histogram = reproduction::force_histogram_figure(study);
  const std::string slice = reproduction::force_slice_figure(study);
  const auto table = left(out, "human_arm.csv", reproduction::human_arm_csv(study));
  fmt::print("{}\ntable    {}\nfigures  {}, {}\n", reproduction::to_table(study), table,
             left(out, "histogram.svg", histogram), left(out, "slice.svg", slice));
  page.write_image("human_arm_histogram.svg", histogram);
  page.write_image("human_arm_slice.svg", slice);
  page.write(reproduction::to_markdown(study, "images"));
  return kOk;
}

}  // namespace

void add_cat_statistics_study(CLI::App& study, int& status) {
  auto out = std::make_shared<std::string>("out/study_cat_statistics");
  CLI::App* command = study.add_subcommand(
      "cat-statistics", "Statistics of a published test of assistance, from its data");
  add_out(*command, *out, "Where the files go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Leaves cat_statistics.csv, pairs.svg and cat_statistics.html.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study cat-statistics --out out/cat");
  command->callback([out, page, &status] { status = run_statistics(*out, *page); });
}

void add_coupling_study(CLI::App& study, int& status) {
  auto out = std::make_shared<std::string>("out/study_couplings");
  CLI::App* command = study.add_subcommand(
      "couplings", "What the hand feels through each coupling, against what is there");
  add_out(*command, *out, "Where the files go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Leaves couplings.csv (a row per coupling, environment and frequency) and couplings.html.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study couplings --out out/couplings");
  command->callback([out, page, &status] { status = run_couplings(*out, *page); });
}

void add_human_arm_study(CLI::App& study, int& status) {
  auto samples = std::make_shared<int>(5);
  auto out = std::make_shared<std::string>("out/study_human_arm");
  CLI::App* command = study.add_subcommand(
      "human-arm", "The largest force of a human arm, over all that it reaches");
  command
      ->add_option("--samples", *samples,
                   "Angles per joint over its range; postures are its seventh power")
      ->check(CLI::Range(2, 9))
      ->capture_default_str();
  add_out(*command, *out, "Where the files go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Leaves human_arm.csv (a row per reading and box), histogram.svg and slice.svg.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study human-arm --out out/arm");
  command->callback(
      [samples, out, page, &status] { status = run_human_arm(*samples, *out, *page); });
}

}  // namespace tether::apps
