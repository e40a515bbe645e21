#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kShort =
    "sweep omega_lwr_wall --set phases=[] --set expect=[] "
    "--vary link.delay=0:0.02:3 --vary link.loss=[0,0.5]";

TEST(Sweep, LeavesATableAndAMapAndSaysWhereTheyAre) {
  const fs::path out = scratch();
  const auto outcome = tether(fmt::format("{} --set duration=1.5 --out {}", kShort, out.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdicts 6 pass\n"));
  EXPECT_THAT(outcome.output, HasSubstr("table    " + (out / "sweep.csv").string()));
  EXPECT_THAT(outcome.output, HasSubstr("map      " + (out / "map.html").string()));
  const std::string table = content(out / "sweep.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);
  EXPECT_THAT(content(out / "map.html"),
              HasSubstr("tether run omega_lwr_wall --set 'phases=[]' --set 'expect=[]' --set "
                        "duration=1.5 --set link.delay={link.delay} --set link.loss={link.loss} "
                        "--set seed={seed}"));
}

TEST(Sweep, SaysAKeyOrARangeThatIsWrongAndWritesNothing) {
  const fs::path out = scratch() / "out";
  const auto wrong = [&](const std::string& axis) {
    const auto outcome =
        tether(fmt::format("sweep omega_lwr_wall --vary {} --out {}", axis, out.string()));
    EXPECT_EQ(outcome.status, 2) << outcome.output;
    EXPECT_FALSE(fs::exists(out));
    return outcome.output;
  };
  EXPECT_EQ(wrong("link.dely=0:0.1:3"),
            "--vary link.dely=0:0.1:3: unknown key \"dely\" in [link]; did you mean \"delay\"?\n");
  EXPECT_EQ(wrong("link.loss=0:2:3"), "--vary link.loss=0:2:3: loss must be in [0, 1], found 2\n");
  EXPECT_EQ(wrong("link.loss=0:1:0"),
            "--vary link.loss=0:1:0: expected 2 to 100000 values, found \"0\"\n");
}

TEST(Sweep, GoesOnAfterItWasKilledOrStoppedAsIfNothingHadHappened) {
  const fs::path out = scratch();
  const std::string command = fmt::format("{} --set duration=10 --threads 1 --out ", kShort);
  // the signal comes when one more session has ended than before
  const auto cut_by = [&](const char* signal) {
    return shell(fmt::format(
        "rows() {{ grep -c pass {1}/cut/sweep.partial.csv 2>/dev/null || :; }}; before=$(rows); "
        "\"$TETHER\" {0}{1}/cut & pid=$!; "
        "until [ \"$(rows)\" -gt \"${{before:-0}}\" ] 2>/dev/null; do sleep 0.01; done; "
        "kill -{2} $pid; wait $pid",
        command, out.string(), signal));
  };
  EXPECT_EQ(cut_by("KILL").status, 137);
  const auto stopped = cut_by("INT");
  EXPECT_EQ(stopped.status, 130) << stopped.output;
  EXPECT_THAT(stopped.output, HasSubstr("stopped by the user after"));
  EXPECT_FALSE(fs::exists(out / "cut" / "sweep.csv"));

  // the command it says is the command that resumes
  const auto resumed = tether(stopped.output.substr(stopped.output.rfind("  tether ") + 9));
  EXPECT_EQ(resumed.status, 0) << resumed.output;
  EXPECT_THAT(resumed.output, HasSubstr("were there already"));
  EXPECT_EQ(tether(command + (out / "uncut").string()).status, 0);
  EXPECT_EQ(content(out / "cut" / "sweep.csv"), content(out / "uncut" / "sweep.csv"));
}

TEST(Sweep, IsMergedFromTwoShards) {
  const std::string out = scratch().string();
  const std::string command = fmt::format("{} --set duration=0.1 --out {}/", kShort, out);
  EXPECT_EQ(tether(command + "a --shard 1/2").status, 0);
  EXPECT_EQ(tether(command + "b --shard 2/2").status, 0);
  EXPECT_EQ(tether(command + "whole").status, 0);
  const auto merged = tether(fmt::format("sweep --merge {0}/a {0}/b --out {0}/merged", out));
  EXPECT_EQ(merged.status, 0) << merged.output;
  EXPECT_EQ(content(out + "/merged/sweep.csv"), content(out + "/whole/sweep.csv"));

  const auto half = tether(fmt::format("sweep --merge {0}/a --out {0}/half", out));
  EXPECT_EQ(half.status, 2);
  EXPECT_EQ(half.output, "3 of 6 jobs are in none of the parts, the first is job 1\n");
}

}  // namespace
}  // namespace tether::apps
