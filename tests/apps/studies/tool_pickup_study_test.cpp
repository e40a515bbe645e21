// tether study tool_pickup as a user runs it.
#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(ToolPickupCommand, SaysWhenTheDifferenceIsNotShown) {
  // nobody touches the tool within three seconds: nothing can be compared
  const auto out = scratch() / "out";
  const auto outcome =
      tether("study tool_pickup --operators 2 --repeats 1 --set duration=3 --out " + out.string());
  EXPECT_EQ(outcome.status, 2) << outcome.output;
  EXPECT_NE(outcome.output.find("have a search without and with assistance"), std::string::npos)
      << outcome.output;
  EXPECT_TRUE(content(out / "sessions.csv").starts_with("operator,assisted,trial,seed,"));
}

TEST(ToolPickupCommand, RefusesWhatItCannotDoAndLeavesNothingBehind) {
  const auto out = scratch() / "out";
  EXPECT_EQ(tether("study tool_pickup --operators 11 --out " + out.string()).status, 2);
  EXPECT_EQ(
      tether("study tool_pickup --set operator.tool_pickup.blurr=1 --out " + out.string()).status,
      2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace tether::apps
