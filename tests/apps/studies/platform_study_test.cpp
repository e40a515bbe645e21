// tether study platform as a user runs it.
#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(PlatformCommand, LeavesTableAndPage) {
  const auto out = scratch() / "out";
  const auto outcome =
      tether("study platform --seeds 1 --speeds 0.4 --hold 1 --out " + out.string());
  EXPECT_LE(outcome.status, 1) << outcome.output;
  EXPECT_NE(outcome.output.find("wheels alone, sideways"), std::string::npos) << outcome.output;
  EXPECT_TRUE(content(out / "platform.csv").starts_with("drive,motion,speed,"));
  EXPECT_NE(content(out / "platform.html").find("Does the platform oscillate?"), std::string::npos);
}

TEST(PlatformCommand, RefusesASpeedThatNoPlatformHas) {
  const auto out = scratch() / "out";
  EXPECT_EQ(tether("study platform --speeds 5 --out " + out.string()).status, 2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace tether::apps
