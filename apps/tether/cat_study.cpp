// tether study cat-statistics: the statistics of a published test, from its own data.
#include <filesystem>

#include "apps/tether/commands.hpp"
#include "apps/tether/measured_page.hpp"
#include "apps/tether/studies.hpp"
#include <fmt/format.h>

#include "tether/study/cat_statistics.hpp"
#include "tether/study/whole_file.hpp"

namespace tether::apps {
namespace {

int run(const std::filesystem::path& out, const MeasuredPage& page) {
  const study::CatStatistics statistics = study::cat_statistics();
  study::make_directory(out);
  study::write_whole(out / "cat_statistics.csv", study::cat_statistics_csv(statistics));
  study::write_whole(out / "pairs.svg", study::cat_pairs_figure(statistics));
  study::write_whole(out / "cat_statistics.html", study::cat_statistics_page(statistics));
  fmt::print("{}\ntable   {}\nfigure  {}\npage    {}\n", study::to_table(statistics),
             (out / "cat_statistics.csv").string(), (out / "pairs.svg").string(),
             (out / "cat_statistics.html").string());
  page.write(study::to_markdown(statistics));
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
  command->callback([out, page, &status] { status = run(*out, *page); });
}

}  // namespace tether::apps
