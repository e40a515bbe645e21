// Rows that were once counted as agreement: figures that were typed in, and such as follow from a
// parameter that was chosen for their sake.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/reproduction/fake_experiment.hpp"
#include "tether/reproduction/selection.hpp"

namespace tether::reproduction {
namespace {

std::map<std::string, RowVerdict> verdicts_of(const std::string& id) {
  const auto all = all_experiments();
  const Outcome outcome = of_prefix(all, id).at(0).run({.quick = true, .out = scratch()});
  std::map<std::string, RowVerdict> verdicts;
  for (const Row& row : outcome.rows) {
    EXPECT_EQ(objection(row), "");
    verdicts[row.id] = judge(row);
  }
  return verdicts;
}

TEST(Networks, AreTheTableThatTheyWereTypedFrom) {
  const auto verdicts = verdicts_of("1.networks");
  EXPECT_EQ(
      std::ranges::count(verdicts, RowVerdict::input, [](const auto& of) { return of.second; }),
      11);
  for (const auto& [id, verdict] : verdicts) {
    const bool label = verdict == RowVerdict::input || verdict == RowVerdict::by_construction ||
                       verdict == RowVerdict::not_comparable;
    EXPECT_TRUE(label) << id << ": " << to_string(verdict);
  }
}

TEST(YouBot, BarelyMovesAsItsFrictionWasFittedTo) {
  auto verdicts = verdicts_of("1.transparency");
  EXPECT_EQ(verdicts.at("1.transparency.youbot_5000_force"), RowVerdict::fitted);
  EXPECT_EQ(verdicts.at("1.transparency.force_youbot_lwr"), RowVerdict::fitted);
  EXPECT_EQ(verdicts.at("1.transparency.youbot_100_force"), RowVerdict::by_construction);
  EXPECT_EQ(verdicts.at("1.transparency.lwr_error_low_medium"), RowVerdict::agrees);
}

TEST(HumanArm, IsReadAsTheDocumentsFiguresAskFor) {
  auto verdicts = verdicts_of("3.human_arm");
  EXPECT_EQ(verdicts.at("3.human_arm.boxes"), RowVerdict::fitted);
  EXPECT_EQ(verdicts.at("3.human_arm.radius_1"), RowVerdict::input);
  EXPECT_EQ(verdicts.at("3.human_arm.printed_fy_below_280"), RowVerdict::differs);
}

}  // namespace
}  // namespace tether::reproduction
