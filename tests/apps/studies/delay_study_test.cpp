// tether study delay as a user runs it.
#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(DelayCommand, LeavesTablesAndAPicture) {
  const auto out = scratch() / "out";
  const auto page = scratch() / "delay.md";
  const auto outcome = tether(
      "study delay --method two-layer --round-trip 0 0.1 --impairment none --seeds 1 --out " +
      out.string() + " --markdown " + page.string());
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "auto, two-layer");
  EXPECT_TRUE(content(out / "cells.csv").starts_with("coupling,method,impairment,round_trip_s,"));
  EXPECT_TRUE(
      content(out / "sessions.csv").starts_with("coupling,method,impairment,round_trip_s,seed,"));
  EXPECT_NE(content(out / "delay.svg").find("round trip [s]"), std::string::npos);
  EXPECT_NE(content(page).find("| auto, two-layer | 0.1 |"), std::string::npos);
}

TEST(DelayCommand, LeavesWhatWasDoneWhenItIsStopped) {
  const auto out = scratch() / "out";
  // all of it takes an hour
  const auto outcome =
      shell("timeout --preserve-status -s INT 5 \"$TETHER\" study delay --out " + out.string());
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  expect_said(outcome, "stopped by the user");
  EXPECT_TRUE(
      content(out / "sessions.csv").starts_with("coupling,method,impairment,round_trip_s,"));
  EXPECT_FALSE(content(out / "delay.svg").empty());
}

TEST(DelayCommand, HelpHasAnExample) {
  const auto outcome = tether("study delay --help");
  EXPECT_EQ(outcome.status, 0);
  for (const char* what : {"--round-trip S...", "--impairment", "Example:"}) {
    expect_said(outcome, what);
  }
}

TEST(DelayCommand, RefusesWhatItCannotDoAndLeavesNothingBehind) {
  const auto out = scratch() / "out";
  for (const char* bad :
       {"--impairment fog", "--round-trip 7", "--round-trip -1", "--coupling telepathy",
        "--method waves", "--set link.dely=1", "--scenario panda_pendulum", "--seeds 0"}) {
    const auto outcome = tether(std::string("study delay ") + bad + " --out " + out.string());
    EXPECT_EQ(outcome.status, 2) << bad << '\n' << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(out)) << bad;
  }
}

}  // namespace
}  // namespace tether::apps
