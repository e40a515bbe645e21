// tether study drive as a user runs it.
#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(DriveCommand, SaysWhichBoundDoesNotHold) {
  // after two seconds nobody has come to the end, or hit anything
  const auto out = scratch() / "out";
  const auto outcome =
      tether("study drive --seeds 1 --courses corridor --set duration=2 --out " + out.string());
  EXPECT_EQ(outcome.status, 1) << outcome.output;
  EXPECT_NE(outcome.output.find("does not hold: corridor without force: 0 of 1 collided"),
            std::string::npos)
      << outcome.output;
  EXPECT_NE(outcome.output.find("simulated people"), std::string::npos);
  EXPECT_TRUE(content(out / "sessions.csv").starts_with("course,condition,seed,"));
  EXPECT_NE(content(out / "drive.html").find("Everybody here is simulated"), std::string::npos);
}

TEST(DriveCommand, RefusesWhatItCannotDoAndLeavesNothingBehind) {
  const auto out = scratch() / "out";
  EXPECT_EQ(tether("study drive --courses maze --out " + out.string()).status, 2);
  EXPECT_EQ(
      tether("study drive --courses corridor --set obstacles.mood=1 --out " + out.string()).status,
      2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace tether::apps
