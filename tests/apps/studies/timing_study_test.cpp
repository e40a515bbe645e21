// tether study timing as a user runs it; how well this machine keeps time is not tested.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(TimingStudyCommand, MeasuresTwoLinksAndLeavesItsFiles) {
  const auto directory = scratch();
  const auto page = directory / "docs" / "timing.md";
  const auto outcome = tether(
      fmt::format("study timing --link in-process udp --seconds 1 --trial-seconds 0.05 --out {} "
                  "--markdown {}",
                  (directory / "out").string(), page.string()));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  for (const char* said : {"LUNA, two PCs (document)", "in-process, leader", "udp, follower",
                           "Highest rate sustained [Hz]", "share these"}) {
    EXPECT_NE(outcome.output.find(said), std::string::npos) << said << '\n' << outcome.output;
  }
  const auto json = nlohmann::json::parse(content(directory / "out" / "timing.json"));
  ASSERT_EQ(json.at("links").size(), 2U);
  for (const auto& link : json.at("links")) {
    ASSERT_EQ(link.at("loops").size(), 2U);
    EXPECT_EQ(link.at("loops").at(0).at("name"), "leader");
    EXPECT_TRUE(link.at("loops").at(1).at("series").contains("interface"));
    EXPECT_TRUE(link.contains("rendezvous"));
  }
  EXPECT_NE(content(page).find("| udp, leader |"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(directory / "docs" / "images" / "timing.svg"));
  EXPECT_TRUE(std::filesystem::exists(directory / "out" / "timing.csv"));
}

// timeout signals the program and then its group: twice for one wish
TEST(TimingStudyCommand, StopsOnInterruption) {
  const auto out = scratch() / "out";
  const auto outcome = shell(
      fmt::format("timeout --preserve-status -s INT 2 \"$TETHER\" study timing --link udp --out {}",
                  out.string()));
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  EXPECT_NE(outcome.output.find("stopped by the user\n"), std::string::npos) << outcome.output;
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(TimingStudyCommand, NamesTheLinkThatItDoesNotKnow) {
  const auto outcome = tether("study timing --link upd");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "unknown link \"upd\"; did you mean \"udp\"?\n");
}

}  // namespace
}  // namespace tether::apps
