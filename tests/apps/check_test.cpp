#include "tests/apps/program.hpp"
#include <fmt/format.h>

namespace tether::apps {
namespace {

TEST(Check, FindsTheCoordinationOfShippedScenariosSound) {
  for (const char* name : {"omega_lwr_wall", "lwr_sine_high", "youbot_sine_low", "peg_in_hole"}) {
    const auto outcome = tether(fmt::format("check {}", name));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    for (const char* part : {"reachable markings", "ok        leader.running can be reached",
                             "follower", "limits", "verdict    ok"}) {
      EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
    }
    EXPECT_EQ(outcome.output.find("violated"), std::string::npos) << outcome.output;
  }
}

TEST(Check, PrintsTheLimitsOfTheScenario) {
  const auto outcome = tether("check omega_lwr_wall --set link.timeout=0.25");
  for (const char* part : {"force up to 12 N", "effort up to 4 N m per joint", "after 0.25 s"}) {
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
  }
}

TEST(Check, DrawsTheNetAndWritesItForSpin) {
  const auto out = scratch();
  const auto outcome = tether(fmt::format(
      "check omega_lwr_wall --svg '{0}/a net.svg' --promela '{0}/net.pml'", out.string()));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(content(out / "net.pml").find("ltl ends"), std::string::npos);
  if (shell("command -v dot").status != 0) GTEST_SKIP() << "graphviz is not installed";
  const std::string svg = content(out / "a net.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("recorder thread"), std::string::npos);
}

TEST(Check, LeavesTheTextOfThePictureWhereGraphvizIsMissing) {
  const auto out = scratch();
  // sh is all that this machine has
  const auto outcome = shell(fmt::format(
      "mkdir '{0}/bin'; ln -s \"$(command -v sh)\" '{0}/bin/sh'; PATH='{0}/bin' \"$TETHER\" check "
      "omega_lwr_wall --svg '{0}/net.svg'",
      out.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(outcome.output.find("install graphviz"), std::string::npos) << outcome.output;
  EXPECT_NE(content(out / "net.svg.dot").find("digraph"), std::string::npos);
}

TEST(Check, SaysWhatItCannotReadOrWrite) {
  EXPECT_EQ(tether("check no_such_scenario").status, 2);
  EXPECT_EQ(tether("check omega_lwr_wall --promela /nowhere/net.pml").status, 3);
  EXPECT_EQ(tether("check omega_lwr_wall --svg /nowhere/net.svg").status, 3);
}

}  // namespace
}  // namespace tether::apps
