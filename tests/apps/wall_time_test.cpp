// Sessions in wall time, as a user runs them.
#include <csignal>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;

// the last effort that the log has of a side
std::vector<double> last_effort(const fs::path& log, const std::string& side) {
  record::McapReader reader(log.string());
  record::McapMessage message;
  std::vector<double> effort;
  while (reader.next(message)) {
    if (message.channel->topic != "/" + side + "/servo_jf") continue;
    effort = record::ros2::decode<record::ros2::JointState>(message.payload).body.effort;
  }
  return effort;
}

TEST(RunInWallTime, LeavesTheSameFilesWithTheStatisticsOfItsLoops) {
  const fs::path out = scratch();
  const auto outcome = tether(fmt::format(
      // a verdict that does not depend on how late this machine is
      "run omega_lwr_wall --realtime --set duration=2 --set expect=[] --set session.physics=ticks "
      "--out {}",
      out.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  EXPECT_EQ(summary["passivity"]["verdict"], "passive");
  const auto& loops = summary["machine"]["loops"];
  ASSERT_EQ(loops.size(), 2);
  for (const auto& loop : loops) {
    // together they are all the ticks that were due, made or left out
    EXPECT_NEAR(loop["passes"].get<double>() + loop["missed"].get<double>(), 2000, 200) << loop;
    EXPECT_GT(loop["series"]["compute"]["count"], 0);
  }
  EXPECT_EQ(summary["recording"]["ticks_lost"], 0);
  EXPECT_TRUE(fs::exists(out / "report.html"));
  EXPECT_EQ(tether("replay " + (out / "log.mcap").string()).status, 0);
}

// A process that is stopped and continued has woken late, by hundreds of periods.
TEST(RunInWallTime, ReportsHowLongItWasFrozenAndIsReplayed) {
  const fs::path out = scratch();
  const auto outcome = shell(
      fmt::format("\"$TETHER\" run omega_lwr_wall --realtime --set duration=3600 --set phases=[] "
                  "--set expect=[] --out {0} & pid=$!; until [ -s {0}/log.mcap ]; do sleep 0.05; "
                  "done; sleep 2; "
                  "kill -STOP $pid; sleep 0.6; kill -CONT $pid; sleep 1; kill -INT $pid; wait $pid",
                  out.string()));
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  for (const auto& loop : summary["machine"]["loops"]) {
    EXPECT_GT(loop["late"][0]["late_s"], 0.5) << loop["late"] << outcome.output;
    // what it simulates went on for 0.25 s at most
    EXPECT_GT(loop["physics"]["made_up_s"], 0) << loop["physics"];
    EXPECT_GT(loop["physics"]["stood_still_s"], 0.3) << loop["physics"];
  }
  std::map<std::string, int> events;
  for (const auto& event : summary["events"]) ++events[event["what"].get<std::string>()];
  EXPECT_GE(events["leader_stalled"], 1) << summary["events"];
  EXPECT_GE(events["follower_stalled"], 1) << summary["events"];
  EXPECT_EQ(tether("replay " + (out / "log.mcap").string()).status, 0);
}

class RunInWallTimeStopped : public ::testing::TestWithParam<const char*> {};

TEST_P(RunInWallTimeStopped, WalksToItsEndAndLeavesBothDevicesWithoutEffort) {
  const fs::path out = scratch();
  const auto outcome =
      shell(fmt::format("\"$TETHER\" run omega_lwr_wall --realtime --set duration=3600 --out {0} & "
                        "pid=$!; until [ -s {0}/log.mcap ]; do sleep 0.05; done; sleep 2; "
                        "kill -{1} $pid; wait $pid",
                        out.string(), GetParam()));
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  EXPECT_NE(outcome.output.find("stopped by the user"), std::string::npos) << outcome.output;
  for (const char* side : {"leader", "follower"}) {
    const auto effort = last_effort(out / "log.mcap", side);
    ASSERT_FALSE(effort.empty());
    for (const double e : effort) EXPECT_EQ(e, 0);
  }
  EXPECT_EQ(tether("replay " + (out / "log.mcap").string()).status, 0);
}

INSTANTIATE_TEST_SUITE_P(By, RunInWallTimeStopped, ::testing::Values("INT", "TERM"));

TEST(RunInWallTime, SaysThatTheDiskIsFull) {
  const fs::path out = scratch();
  // a file may not grow beyond 200 blocks of 512 bytes
  const auto outcome =
      shell(fmt::format("ulimit -f 200; exec \"$TETHER\" run omega_lwr_wall --realtime "
                        "--set duration=60 --out {}",
                        out.string()));
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  EXPECT_NE(outcome.output.find("log.mcap: File too large"), std::string::npos) << outcome.output;
}

TEST(Leader, WaitsForAFollowerUntilItIsStopped) {
  const fs::path out = scratch();
  const auto outcome = shell(
      fmt::format("\"$TETHER\" keygen --out {0}/key && "
                  "\"$TETHER\" leader omega_lwr_wall --set link.udp.key={0}/key "
                  "--set link.udp.leader=127.0.0.1:47411 --set link.udp.follower=127.0.0.1:47412 "
                  "--out {0} & pid=$!; until [ -s {0}/log.mcap ]; do sleep 0.05; done; sleep 2; "
                  "kill -INT $pid; wait $pid",
                  out.string()));
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  EXPECT_EQ(summary["side"], "leader");
  EXPECT_EQ(summary["link"]["leader"]["connections"], 0);
}

TEST(Leader, SaysHowToMakeAKeyWhenThereIsNone) {
  const fs::path out = scratch();
  const auto outcome = tether(
      fmt::format("leader omega_lwr_wall --set link.udp.key={0}/none --out {0}/out", out.string()));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.output.find("tether keygen --out"), std::string::npos) << outcome.output;
  EXPECT_FALSE(fs::exists(out / "out"));
}

TEST(Leader, EndsByNameWhenItsAddressIsTaken) {
  const fs::path out = scratch();
  const auto outcome = shell(fmt::format(
      "\"$TETHER\" keygen --out {0}/key >/dev/null && "
      "\"$TETHER\" leader omega_lwr_wall --set link.udp.key={0}/key "
      "--set link.udp.leader=192.0.2.1:47421 --set link.udp.follower=127.0.0.1:47422 --out {0}",
      out.string()));
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  EXPECT_NE(outcome.output.find("leader: cannot bind 192.0.2.1:47421"), std::string::npos)
      << outcome.output;
}

TEST(Leader, DoesNotSharePlacesInOneProcessOnly) {
  const auto outcome = tether("leader omega_lwr_wall --set link.transport=in-process");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.output.find("two processes need"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace tether::apps
