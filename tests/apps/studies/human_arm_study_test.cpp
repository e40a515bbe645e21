// tether study human-arm as a user runs it.
#include <fmt/format.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(HumanArmStudyCommand, ShowsOursBesideTheDocumentsAndLeavesItsFiles) {
  const auto directory = scratch();
  const auto page = directory / "docs" / "human-arm.md";
  const auto outcome = tether(fmt::format("study human-arm --out {} --markdown {}",
                                          (directory / "out").string(), page.string()));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  for (const char* said : {"78125 postures", "441 boxes of 5 cm (document: 441)",
                           "at the hand, base axes", "through the shoulder, hand axes", "0.429"}) {
    EXPECT_NE(outcome.output.find(said), std::string::npos) << said << '\n' << outcome.output;
  }
  EXPECT_TRUE(content(directory / "out" / "human_arm.csv").starts_with("line_through,axes_of,x_m"));
  for (const char* figure :
       {"out/histogram.svg", "out/slice.svg", "docs/images/human_arm_histogram.svg",
        "docs/images/human_arm_slice.svg"}) {
    const std::string svg = content(directory / figure);
    EXPECT_TRUE(svg.starts_with("<svg")) << figure;
    EXPECT_TRUE(svg.ends_with("</svg>\n")) << figure;
  }
  EXPECT_NE(content(page).find("| at the hand, base axes |"), std::string::npos);
}

TEST(HumanArmStudyCommand, RefusesWhatItCannotDo) {
  const auto out = scratch() / "out";
  for (const char* arguments : {"--samples 1", "--samples many", "--sampels 5"}) {
    const auto outcome =
        tether(fmt::format("study human-arm {} --out {}", arguments, out.string()));
    EXPECT_EQ(outcome.status, 2) << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

}  // namespace
}  // namespace tether::apps
