#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Run, LeavesLogSummaryAndReportAndSaysWhereTheReportIs) {
  const fs::path out = scratch();
  const auto outcome = tether(fmt::format("run omega_lwr_wall_document --out {}", out.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(outcome.output.find("report     " + (out / "report.html").string()), std::string::npos);
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  EXPECT_EQ(summary["scenario"], "omega_lwr_wall_document");
  EXPECT_EQ(summary["verdict"], "pass");
  EXPECT_EQ(summary["duration_s"], 30.0);
  ASSERT_EQ(summary["phases"].size(), 4U);
  for (const char* name : {"tracking_error_mean", "tracking_error_max", "orientation_error_mean",
                           "operator_force_mean", "operator_force_max", "contact_force_max"}) {
    EXPECT_TRUE(summary["metrics"].contains(name)) << name;
    for (const auto& phase : summary["phases"]) EXPECT_TRUE(phase["metrics"].contains(name));
  }
  EXPECT_GT(fs::file_size(out / "log.mcap"), 1'000'000U);
}

// the last lines of a run
std::vector<std::string> ending(const std::string& output, std::size_t lines) {
  std::vector<std::string> all;
  std::istringstream text(output);
  for (std::string line; std::getline(text, line);) all.push_back(line);
  return {all.end() - static_cast<std::ptrdiff_t>(std::min(lines, all.size())), all.end()};
}

TEST(Run, EndsWithCertificateVerdictAndReport) {
  const std::string out = scratch().string();
  const std::string brief = "run omega_lwr_wall_document --set duration=3 --set phases=[] --set expect=[]";
  const auto safe = tether(fmt::format("{} --out {}", brief, out)).output;
  EXPECT_THAT(safe, HasSubstr("\npassivity  passive: At no time had the two device ports given out "
                              "more energy than had been"));
  EXPECT_THAT(safe, HasSubstr("\nfollowing  the follower went "));
  EXPECT_THAT(ending(safe, 2), ElementsAre("verdict    pass, no expectations stated",
                                           "report     " + out + "/report.html"));
  const auto bare = tether(
      fmt::format("{} --set passivity.kind=none --set link.kind=nl_au --out {}", brief, out));
  EXPECT_THAT(bare.output,
              HasSubstr("\npassivity  violated: The two device ports gave out up to "));
  EXPECT_THAT(bare.output, HasSubstr("\n           not guaranteed: no passivity method\n"));
}

TEST(Run, SaysWhatTheGuardsBoundedAndForHowLong) {
  const auto outcome =
      tether(fmt::format("run omega_lwr_wall_document --set duration=16 --set phases=[] --set expect=[] "
                         "--set guard.max_force=2 --set leader.guard.max_power=50 "
                         "--set leader.guard.hand.grace=0.1 --out {}",
                         scratch().string()));
  EXPECT_THAT(
      outcome.output,
      ContainsRegex("\nguards     kept: force 2 of 2 N \\(acted for [0-9.]+ s\\), power [0-9.]+ of "
                    "50 W,\n           1 more that had nothing to do\n"));
  EXPECT_THAT(outcome.output, HasSubstr("\nspring_force_max"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("torque_difference")));
}

TEST(Run, SaysNothingOfGuardsWhereThereAreNone) {
  const auto outcome = tether(
      fmt::format("run omega_lwr_wall_document --set duration=1 --set phases=[] --set expect=[] --out {}",
                  scratch().string()));
  EXPECT_THAT(outcome.output, Not(HasSubstr("guards")));
  EXPECT_THAT(outcome.output, Not(HasSubstr("spring_force_max")));
}

TEST(Run, PrintsSmallEnergiesInMillijoules) {
  const auto outcome =
      tether(fmt::format("run omega_lwr_wall_document --set duration=1 --set phases=[] --set expect=[] "
                         "--out {}",
                         scratch().string()));
  EXPECT_THAT(outcome.output, ContainsRegex("operator_work +[0-9.]+ m?J\n"));
  EXPECT_THAT(outcome.output, ContainsRegex("passivity_margin +0.00 mJ\n"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("-0.00")));
}

// script(1) gives the program a terminal; the session lasts long enough for the bar to be drawn
Outcome on_a_terminal(int columns) {
  return shell(
      fmt::format("script -qec \"stty cols {}; '$TETHER' run omega_lwr_wall_document --set "
                  "link.kind=nl_it --out {}\" /dev/null",
                  columns, scratch().string()));
}

TEST(Run, ShowsTanksAndLinkOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << kNoTerminals;
  const auto outcome = on_a_terminal(100);
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_THAT(outcome.output,
              ContainsRegex("/30.0 s.*  tanks [0-9]+, [0-9]+ mJ  link [78][0-9] ms"));
}

TEST(Run, LeavesOutWhatANarrowTerminalHasNoRoomFor) {
  if (!has_terminals()) GTEST_SKIP() << kNoTerminals;
  const auto outcome = on_a_terminal(50);
  EXPECT_THAT(outcome.output, HasSubstr("/30.0 s"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("tanks ")));
}

TEST(Run, EndsWithOneWhenABoundDoesNotHold) {
  const auto outcome = tether(
      fmt::format("run lwr_sine_high --set expect[0].max=0.0001 --out {}", scratch().string()));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(
      outcome.output,
      ContainsRegex("\n           - expectation: tracking_error_mean is 0.00[0-9]+, expected "
                    "at most 0.0001\n"));
}

TEST(Run, EndsWithThreeAndAFaultFileWhenTheSessionDiverges) {
  const fs::path out = scratch();
  const auto outcome =
      tether(fmt::format("run omega_lwr_wall_document --set passivity.kind=none "
                         "--set coupling.translation_stiffness=200000 "
                         "--set follower.effort_limit=170 --out {}",
                         out.string()));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.output.find("fault at"), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("speed"), std::string::npos);
  EXPECT_TRUE(fs::exists(out / "fault.mcap"));
  EXPECT_EQ(nlohmann::json::parse(content(out / "summary.json"))["fault"]["kind"], "joint_speed");
}

TEST(Run, StopsCleanlyOnCtrlC) {
  const fs::path out = scratch();
  // an hour of session would last minutes; SIGINT comes when the log has begun to grow
  const auto outcome = shell(fmt::format(
      "\"$TETHER\" run omega_lwr_wall_document --set duration=3600 --out {0} & pid=$!; "
      "until [ -s {0}/log.mcap ]; do sleep 0.05; done; kill -INT $pid; kill -INT $pid; wait $pid",
      out.string()));
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  EXPECT_NE(outcome.output.find("stopped by the user"), std::string::npos);
  EXPECT_TRUE(fs::exists(out / "report.html"));
  EXPECT_EQ(tether("replay " + (out / "log.mcap").string()).status, 0);
}

// each mistake is one line that says where and what, status 2, and nothing is written
class RunOfABadScenario : public ::testing::Test {
 protected:
  void expect(const std::string& text, const std::string& message,
              const std::string& options = "") {
    const fs::path directory = scratch();
    const std::string file = (directory / "x.toml").string();
    std::ofstream(file) << text;
    const auto outcome =
        tether(fmt::format("run {} {} --out {}/out", file, options, directory.string()));
    EXPECT_EQ(outcome.status, 2) << outcome.output;
    std::string said = outcome.output;
    if (const auto at = said.find(file); at != std::string::npos)
      said.replace(at, file.size(), "x.toml");
    EXPECT_EQ(said, message + "\n");
    EXPECT_FALSE(fs::exists(directory / "out"));
  }
};

TEST_F(RunOfABadScenario, SaysASyntaxErrorsPlace) {
  const fs::path directory = scratch();
  const std::string file = (directory / "x.toml").string();
  std::ofstream(file) << "duration = 3\nseed = = 4\n";
  const auto outcome = tether("run " + file);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output.rfind(file + ":2:8: ", 0), 0U) << outcome.output;
  EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1);
}

TEST_F(RunOfABadScenario, SaysAnUnknownKey) {
  expect("duration = 3\n[leader]\nforce_limt = 3\n",
         "x.toml:3:1: unknown key \"force_limt\" in [leader]; did you mean \"force_limit\"?");
}

TEST_F(RunOfABadScenario, SaysAnUnknownName) {
  expect("[link]\nkind = \"idael\"\n",
         "x.toml:2:8: unknown link \"idael\"; did you mean \"ideal\"?");
}

TEST_F(RunOfABadScenario, SaysAWrongType) {
  expect("duration = \"long\"\n", "x.toml:1:12: expected a number [s], found a string");
}

TEST_F(RunOfABadScenario, SaysANumberOutOfRange) {
  expect("rate = 5\n", "x.toml:1:8: rate must be in [100, 2000] Hz, found 5");
}

TEST_F(RunOfABadScenario, SaysANumberThatIsNone) {
  expect("duration = nan\n", "x.toml:1:12: duration must be a finite number, found nan");
}

TEST_F(RunOfABadScenario, SaysKeysThatExcludeEachOther) {
  expect(
      "[operator]\nstart = [0, 0, 0]\n[setpoint]\nperiod = 3\n",
      "x.toml:3:2: \"operator\" and \"setpoint\" exclude each other; both are given (the other at "
      "line 1)");
  expect("[leader]\nkind = \"setpoint\"\n[operator]\nstart = [0, 0, 0]\n",
         "x.toml:3:1: leader.kind = \"setpoint\" has no operator");
}

TEST_F(RunOfABadScenario, SaysAKeyGivenTwice) {
  const fs::path directory = scratch();
  const std::string file = (directory / "x.toml").string();
  std::ofstream(file) << "seed = 3\nseed = 4\n";
  const auto outcome = tether("run " + file);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output.rfind(file + ":2:8: ", 0), 0U) << outcome.output;
}

TEST_F(RunOfABadScenario, NamesTheOverrideThatIsWrong) {
  expect(
      "duration = 3\n",
      "--set coupling.translation_stifness=3: unknown key \"translation_stifness\" in [coupling]; "
      "did you mean \"translation_stiffness\"?",
      "--set coupling.translation_stifness=3");
}

TEST(RunOfNoScenario, SaysTheMissingFileAndTheNearestName) {
  const auto file = tether("run /nonexistent/x.toml");
  EXPECT_EQ(file.status, 2);
  EXPECT_NE(file.output.find("/nonexistent/x.toml"), std::string::npos);
  EXPECT_NE(file.output.find("No such file or directory"), std::string::npos);
  const auto name = tether("run omega_lwr_wal");
  EXPECT_EQ(name.status, 2);
  EXPECT_EQ(name.output, "unknown scenario \"omega_lwr_wal\"; did you mean \"omega_lwr_wall\"?\n");
}

TEST(RunOnABadDisk, SaysADirectoryThatCannotBeMade) {
  const auto outcome = tether("run lwr_sine_high --out /proc/tether");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.output.find("cannot create directory /proc/tether"), std::string::npos)
      << outcome.output;
}

TEST(RunOnABadDisk, SaysThatTheDiskIsFull) {
  // a limit on file size stands for a disk that is full
  const auto outcome = shell(
      fmt::format("ulimit -f 2000; \"$TETHER\" run omega_lwr_wall_document --out {}", scratch().string()));
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  EXPECT_NE(outcome.output.find("log.mcap: File too large"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace tether::apps
