// tether study couplings: what the hand feels through each coupling.
#include "tether/study/coupling_study.hpp"

#include <filesystem>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies.hpp"
#include <fmt/format.h>

#include "tether/study/measured_part.hpp"
#include "tether/study/whole_file.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;

struct CouplingArguments {
  std::string out = "out/study_couplings";
  std::string markdown;  // page whose measured part is replaced
};

void write_page(const fs::path& page, const std::vector<study::CouplingCase>& study) {
  const fs::path images = page.parent_path() / "images";
  study::make_directory(images);
  study::write_whole(images / "couplings.svg", study::coupling_figure(study, false));
  study::write_measured_part(
      page,
      "![What is felt over what is there](images/couplings.svg)\n" + study::to_markdown(study),
      "couplings");
}

int run(const CouplingArguments& arguments) {
  const auto study = study::run_coupling_study();
  const fs::path out = arguments.out;
  study::make_directory(out);
  study::write_whole(out / "couplings.csv", study::coupling_csv(study));
  study::write_whole(out / "couplings.html", study::coupling_page(study));
  if (!arguments.markdown.empty()) write_page(arguments.markdown, study);
  fmt::print("{}\ntable    {}\npage     {}\n", study::to_table(study),
             (out / "couplings.csv").string(), (out / "couplings.html").string());
  if (!arguments.markdown.empty()) fmt::print("manual   {}\n", arguments.markdown);
  return kOk;
}

}  // namespace

void add_coupling_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<CouplingArguments>();
  CLI::App* command = study.add_subcommand(
      "couplings", "What the hand feels through each coupling, against what is there");
  command->add_option("--out", arguments->out, "Where the files go")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--markdown", arguments->markdown,
                   "Also put tables and figure into this page, in place of those there")
      ->type_name("FILE");
  command->footer(
      "Leaves couplings.csv (a row per coupling, environment and frequency) and couplings.html.\n"
      "Exit status: 0 done, 2 bad input, 3 files cannot be written.\n\n"
      "Example:  tether study couplings --out out/couplings");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace tether::apps
