// tether study cat-statistics: the statistics of a published test, from its own data.
#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/assisted/cat_statistics.hpp"

namespace tether::apps {
namespace {

int run_statistics(const std::filesystem::path& out, const MeasuredPage& page) {
  const reproduction::CatStatistics statistics = reproduction::cat_statistics();
  core::make_directory(out);
  core::write_whole(out / "cat_statistics.csv", reproduction::cat_statistics_csv(statistics));
  core::write_whole(out / "pairs.svg", reproduction::cat_pairs_figure(statistics));
  core::write_whole(out / "cat_statistics.html", reproduction::cat_statistics_page(statistics));
  fmt::print("{}\ntable   {}\nfigure  {}\npage    {}\n", reproduction::to_table(statistics),
             (out / "cat_statistics.csv").string(), (out / "pairs.svg").string(),
             (out / "cat_statistics.html").string());
  page.write(reproduction::to_markdown(statistics));
  return kOk;
}

}  // namespace

void add_cat_statistics_study(CLI::App& study, int& status) {
  auto out = std::make_shared<std::string>("out/study_cat_statistics");
  CLI::App* command = study.add_subcommand(
      "cat-statistics", "Statistics of a published test of assistance, from its data");
  command->add_option("--out", *out, "Where the files go")->type_name("DIR")->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Leaves cat_statistics.csv, pairs.svg and cat_statistics.html.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study cat-statistics --out out/cat");
  command->callback([out, page, &status] { status = run_statistics(*out, *page); });
}

}  // namespace tether::apps
