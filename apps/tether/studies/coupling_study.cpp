// tether study couplings: what the hand feels through each coupling.
#include "tether/reproduction/assisted/coupling_study.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;

void write_page(const MeasuredPage& page, const std::vector<reproduction::CouplingCase>& study) {
  page.write_image("couplings.svg", reproduction::coupling_figure(study, false));
  page.write("![What is felt over what is there](images/couplings.svg)\n" +
             reproduction::to_markdown(study));
}

int run_couplings(const fs::path& out, const MeasuredPage& page) {
  const auto study = reproduction::run_coupling_study();
  core::make_directory(out);
  core::write_whole(out / "couplings.csv", reproduction::coupling_csv(study));
  core::write_whole(out / "couplings.html", reproduction::coupling_page(study));
  fmt::print("{}\ntable    {}\npage     {}\n", reproduction::to_table(study),
             (out / "couplings.csv").string(), (out / "couplings.html").string());
  write_page(page, study);
  return kOk;
}

}  // namespace

void add_coupling_study(CLI::App& study, int& status) {
  auto out = std::make_shared<std::string>("out/study_couplings");
  CLI::App* command = study.add_subcommand(
      "couplings", "What the hand feels through each coupling, against what is there");
  command->add_option("--out", *out, "Where the files go")->type_name("DIR")->capture_default_str();
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Leaves couplings.csv (a row per coupling, environment and frequency) and couplings.html.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study couplings --out out/couplings");
  command->callback([out, page, &status] { status = run_couplings(*out, *page); });
}

}  // namespace tether::apps
