#include <fmt/format.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(Help, ShowsEveryCommandWithAnExample) {
  const auto all = tether("--help");
  EXPECT_EQ(all.status, 0);
  for (const char* command : {"run", "leader", "follower", "sweep", "study", "list", "replay",
                              "report", "bench", "stats", "check", "doctor", "keygen", "emulate"}) {
    EXPECT_NE(all.output.find(command), std::string::npos) << command;
    const auto one = tether(fmt::format("{} --help", command));
    EXPECT_EQ(one.status, 0);
    const auto examples = one.output.find("Example");
    ASSERT_NE(examples, std::string::npos) << one.output;
    EXPECT_NE(one.output.find(fmt::format("tether {}", command), examples), std::string::npos)
        << one.output;
  }
}

TEST(CommandLine, RefusesWhatItDoesNotKnowWithOneLine) {
  for (const char* arguments : {"", "rnu", "run --nonsense", "replay"}) {
    const auto outcome = tether(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

TEST(List, NamesAllThatScenariosCanName) {
  const auto outcome = tether("list");
  EXPECT_EQ(outcome.status, 0);
  for (const char* name : {"omega_lwr_wall", "youbot_sine_low", "kuka_lwr4", "youbot_arm", "omega7",
                           "panda", "position-force", "two-layer", "ideal"}) {
    EXPECT_NE(outcome.output.find(name), std::string::npos) << name;
  }
}

TEST(List, ShowsTheKeysOfOneTableWithDefaultsUnitsAndConditions) {
  const auto outcome = tether("list keys passivity");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.output.find("passivity.gain  number [N s/(m J)] in [0, 10000], default 200.0\n"
                                "    α of the tank level controller\n"
                                "    with passivity.kind = \"two-layer\"\n"),
            std::string::npos)
      << outcome.output;
  EXPECT_EQ(outcome.output.find("coupling.stiffness"), std::string::npos);
  EXPECT_EQ(outcome.output.find("scenarios"), std::string::npos) << "the plain list comes besides";
}

TEST(List, SaysWhichPrefixWasMeant) {
  const auto outcome = tether("list keys linl");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "no key of a scenario begins with \"linl\"; did you mean \"link\"?\n");
}

TEST(Replay, FindsNoDifferenceInAFreshLog) {
  const auto out = scratch().string();
  ASSERT_EQ(tether(fmt::format("run lwr_sine_high --set expect=[] --out {}", out)).status, 0);
  const auto outcome = tether(fmt::format("replay {}/log.mcap", out));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(outcome.output.find("no difference"), std::string::npos);
}

TEST(Replay, RefusesWhatIsNoLog) {
  const auto file = scratch() / "x.mcap";
  std::ofstream(file) << "not a log";
  const auto outcome = tether("replay " + file.string());
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output.rfind(file.string() + ":", 0), 0U) << outcome.output;
  EXPECT_EQ(tether("replay /nonexistent.mcap").status, 2);
}

TEST(Bench, ShowsWhatATickCosts) {
  const auto outcome = tether("bench lwr_sine_high");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.output.find("controllers of both sides"), std::string::npos);
}

TEST(Study, PrintsOursBesideTheDocumentsAndLeavesATable) {
  const auto out = scratch();
  const auto outcome = tether(
      fmt::format("study positioning --operators 2 --set operator.positioning.cycles=1 --out {}",
                  out.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  for (const char* said : {"simulated operators", "32.44 ± 3.41", "luna not worse than ideal",
                           "3.99", "sessions.csv"}) {
    EXPECT_NE(outcome.output.find(said), std::string::npos) << said << "\n" << outcome.output;
  }
  EXPECT_EQ(content(out / "sessions.csv").rfind("operator,link,order,", 0), 0U);
}

TEST(Study, RefusesUnknownStudiesAndBadKeysWithOneLine) {
  for (const char* arguments :
       {"study", "study positionig", "study positioning --operators 0",
        "study peg_in_hole --set operator.tsk=1 --out /proc/tether_never"}) {
    const auto outcome = tether(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

}  // namespace
}  // namespace tether::apps
