// --markdown of a command: what the page says about where its figures came from.
#include "apps/tether/studies/measured_page.hpp"

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

// a command with options of every kind, and the page that it writes to
struct Measuring {
  CLI::App app{"", "tether"};
  CLI::App* command = app.add_subcommand("study")->add_subcommand("drive");
  std::vector<int> documents;
  std::vector<std::string> links, overrides;
  bool quick = false;
  int seeds = 20;
  std::string out;
  MeasuredPage page{*command};

  Measuring() {
    command->add_option("documents", documents);
    command->add_option("--link", links);
    command->add_option("--set", overrides)->allow_extra_args(false)->take_all();
    command->add_flag("--quick", quick);
    command->add_option("--seeds", seeds)->capture_default_str();
    command->add_option("--out", out);
  }
};

TEST(MeasuredPage, NamesTheCommandLineThatMadeItWithoutWhatChangesNoFigure) {
  Measuring measuring;
  const std::string file = (scratch() / "new" / "page.md").string();
  measuring.app.parse(
      "study drive 1 2 --out elsewhere --quick --link luna nl_it --set a=1 --set "
      "'b=[1, 2]' --markdown " +
      file);
  measuring.page.write("figures\n");
  const std::string page = content(file);
  EXPECT_TRUE(page.starts_with("<!-- measured: from here on written by tether study drive "))
      << page;
  EXPECT_NE(page.find("by `tether study drive --markdown " + file +
                      " 1 2 --link luna nl_it --set a=1 --set 'b=[1, 2]' --quick`.\n\nfigures\n"),
            page.npos)
      << page;
}

TEST(MeasuredPage, WritesNothingWhenNoneIsWanted) {
  Measuring measuring;
  measuring.app.parse("study drive");
  measuring.page.write("figures\n");
  measuring.page.write_image("figure.svg", "<svg/>\n");
  EXPECT_FALSE(std::filesystem::exists("images"));
}

TEST(MeasuredPage, PutsImagesBesideThePage) {
  Measuring measuring;
  const auto directory = scratch();
  measuring.app.parse("study drive --markdown " + (directory / "page.md").string());
  measuring.page.write_image("figure.svg", "<svg/>\n");
  EXPECT_EQ(content(directory / "images" / "figure.svg"), "<svg/>\n");
}

}  // namespace
}  // namespace tether::apps
