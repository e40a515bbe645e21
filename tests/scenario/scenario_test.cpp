// Reading whole scenarios: what is shipped is sound, and each kind of mistake gives its own
// message.
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::scenario {
namespace {

std::string scenario_error(const std::string& scenario,
                           const std::vector<std::string>& overrides = {}) {
  try {
    load_scenario(scenario, overrides);
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "no error";
}

class ScenarioFile : public ::testing::Test {
 protected:
  // the message for a scenario of this text, with the directory left out
  std::string error_in(const std::string& text) {
    const std::string path = directory_.file("x.toml");
    std::ofstream(path) << text;
    std::string message = scenario_error(path);
    if (const auto at = message.find(path); at != std::string::npos) {
      message.replace(at, path.size(), "x.toml");
    }
    return message;
  }

 private:
  test::TemporaryDirectory directory_;
};

TEST(ShippedScenarios, CanAllBeReadAndSetUp) {
  const auto names = shipped_scenarios();
  EXPECT_GE(names.size(), 7U);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const Scenario scenario = load_scenario(name);
    EXPECT_FALSE(scenario.title.empty());
    EXPECT_FALSE(scenario.expect.empty());
    EXPECT_NO_THROW(session::follower_setup(scenario));
  }
}

TEST(ShippedScenarios, ReadTheSameFromTheTextThatALogCarries) {
  for (const std::string& name : shipped_scenarios()) {
    const Scenario scenario = load_scenario(name, {"seed=7"});
    const Scenario again = parse_scenario(scenario.text, name + ".toml");
    EXPECT_EQ(again.text, scenario.text);
    EXPECT_EQ(again.seed, 7U);
    EXPECT_EQ(again.phases.size(), scenario.phases.size());
  }
}

TEST(ShippedScenarios, AreFoundByNameOnly) {
  EXPECT_EQ(scenario_error("omega_lwr_wal"),
            "unknown scenario \"omega_lwr_wal\"; did you mean \"omega_lwr_wall\"?");
}

// an expectation of that name would be judged on one of them
TEST_F(ScenarioFile, RefusesTwoPhasesOfOneName) {
  EXPECT_EQ(error_in("[[phases]]\nname = \"a\"\nfrom = 0.0\nto = 1.0\n"
                     "[[phases]]\nname = \"a\"\nfrom = 1.0\nto = 9.0\n"),
            "x.toml:6:8: there is a phase \"a\" already");
}

TEST_F(ScenarioFile, PointsAtAnUnknownKey) {
  EXPECT_EQ(error_in("duration = 5\n[coupling]\ntranslation_stifness = 5\n"),
            "x.toml:3:1: unknown key \"translation_stifness\" in [coupling]; did you mean "
            "\"translation_stiffness\"?");
}

TEST_F(ScenarioFile, PointsAtAnUnknownName) {
  EXPECT_EQ(error_in("[coupling]\nkind = \"position-forse\"\n"),
            "x.toml:2:8: unknown coupling \"position-forse\"; did you mean \"position-force\"?");
  EXPECT_EQ(error_in("[follower]\nrobot = \"kuka_lwr\"\n"),
            "x.toml:2:9: unknown robot \"kuka_lwr\"; did you mean \"kuka_lwr4\"?");
}

TEST_F(ScenarioFile, PointsAtAPostureOfTheWrongLength) {
  EXPECT_EQ(error_in("[follower]\nposture = [0, 0, 0]\n"),
            "x.toml:2:11: kuka_lwr4 has 7 joints, found 3 numbers");
}

TEST_F(ScenarioFile, PointsAtAnUnknownMetricOrPhase) {
  EXPECT_EQ(error_in("[[expect]]\nmetric = \"tracking_error_men\"\nmax = 1\n"),
            "x.toml:2:10: unknown metric \"tracking_error_men\"; did you mean "
            "\"tracking_error_mean\"?");
  EXPECT_EQ(error_in("[[phases]]\nname = \"free_x\"\nfrom = 0\nto = 1\n"
                     "[[expect]]\nmetric = \"tracking_error_max\"\nphase = \"free_y\"\nmax = 1\n"),
            "x.toml:7:9: unknown phase \"free_y\"; did you mean \"free_x\"?");
}

TEST_F(ScenarioFile, PointsAtWaypointsThatOverlap) {
  const std::string message = error_in(
      "[operator]\nwaypoints = [ { at = 0, duration = 2, to = [0, 0, 0] },\n"
      "              { at = 1, duration = 1, to = [0, 0, 0] } ]\n");
  EXPECT_EQ(message, "x.toml:2:13: way-point 2 begins at 1 s, before way-point 1 ends at 2 s");
}

TEST_F(ScenarioFile, PointsAtAnOffsetOutOfReach) {
  const std::string path = ::testing::TempDir() + "far.toml";
  std::ofstream(path) << "[follower]\nposture = [0, 0.5, 0, -1, 0, 0.5, 0]\n"
                         "[follower.offset]\nposition = [3, 0, 0]\n";
  try {
    session::follower_setup(load_scenario(path));
    FAIL() << "no error";
  } catch (const core::InputError& e) {
    EXPECT_NE(std::string(e.what()).find("far.toml:3"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("cannot reach its start pose"), std::string::npos);
  }
}

TEST(ScenarioOverrides, ReplaceWhatTheFileSays) {
  const Scenario scenario =
      load_scenario("omega_lwr_wall", {"coupling.translation_stiffness=300", "phases[0].to=5"});
  EXPECT_EQ(scenario.coupling.translation_stiffness, 300);
  EXPECT_EQ(scenario.phases[0].to, 5);
}

TEST(ScenarioOverrides, AreNamedInTheirErrors) {
  EXPECT_EQ(
      scenario_error("omega_lwr_wall", {"coupling.translation_stiffness=-1"}),
      "--set coupling.translation_stiffness=-1: translation_stiffness must be in [0, 1000000] "
      "N/m, found -1");
}

}  // namespace
}  // namespace tether::scenario
