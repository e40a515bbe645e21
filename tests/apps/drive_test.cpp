// Driving in wall time, as a user runs it: seven activities on four threads, Ctrl-C, and a scanner
// on the network that is pulled out.
#include <cmath>
#include <csignal>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tether/device/drivers/sick_tim/tim561_emulator.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// what the log has of the platform
struct Driven {
  struct Moment {
    double t = 0, speed = 0;
    bool braking = false;
  };
  std::vector<Moment> moments;
  std::vector<double> scans;                           // when they came [s]
  std::vector<double> leader_effort, follower_effort;  // the last
};

Driven read_drive(const fs::path& log) {
  record::McapReader reader(log.string());
  record::McapMessage message;
  Driven driven;
  double speed = 0;
  while (reader.next(message)) {
    const std::string& topic = message.channel->topic;
    const double t = core::seconds(message.log_time);
    if (topic == "/follower/measured_js") {
      const auto state = record::ros2::decode<record::ros2::JointState>(message.payload).body;
      speed = std::hypot(state.velocity.at(0), state.velocity.at(1));
    } else if (topic == "/follower/drive") {
      const auto drive = record::ros2::decode<record::ros2::DriveState>(message.payload).body;
      driven.moments.push_back({t, speed, drive.braking != 0});
    } else if (topic == "/follower/scan") {
      driven.scans.push_back(t);
    } else if (topic == "/leader/servo_jf") {
      driven.leader_effort =
          record::ros2::decode<record::ros2::JointState>(message.payload).body.effort;
    } else if (topic == "/follower/servo_jf") {
      driven.follower_effort =
          record::ros2::decode<record::ros2::JointState>(message.payload).body.effort;
    }
  }
  return driven;
}

// A late machine lets the wheels brake, and what was driven is replayed all the same.
TEST(DriveInWallTime, IsReplayedWithoutDifferenceHoweverLateTheMachineIs) {
  const fs::path out = scratch();
  const auto outcome =
      tether(fmt::format("run falcon_ropod_corridor --realtime --set duration=2 --set expect=[] "
                         "--set session.physics=clock --out {}",
                         out.string()));
  const auto replayed = tether("replay " + (out / "log.mcap").string());
  EXPECT_EQ(replayed.status, 0) << outcome.output << replayed.output;
}

TEST(DriveInWallTime, RunsAndIsReplayedWithoutDifference) {
  const fs::path out = scratch();
  // a verdict that does not depend on how late this machine is
  const auto outcome =
      tether(fmt::format("run falcon_ropod_corridor --realtime --set duration=4 --set expect=[] "
                         "--set session.physics=ticks --out {}",
                         out.string()));
  // four seconds are not enough for the corridor, and nothing else is amiss
  EXPECT_EQ(outcome.status, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("platform_controller tick"));
  EXPECT_THAT(outcome.output, HasSubstr("haptic_controller   tick"));
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  ASSERT_EQ(summary["reasons"].size(), 1U) << summary["reasons"];
  EXPECT_THAT(summary["reasons"][0].get<std::string>(), HasSubstr("task not finished"));
  EXPECT_EQ(summary["passivity"]["verdict"], "passive");
  EXPECT_EQ(summary["passivity"]["method"], "obstacle-store");
  EXPECT_EQ(summary["machine"]["loops"].size(), 2);
  const auto driven = read_drive(out / "log.mcap");
  EXPECT_GT(driven.scans.size(), 40U);
  EXPECT_EQ(tether("replay " + (out / "log.mcap").string()).status, 0);
}

class DriveStopped : public ::testing::TestWithParam<double> {};

TEST_P(DriveStopped, WalksEveryLifeCycleToItsEndAndLeavesHandAndWheelsWithoutForce) {
  const fs::path out = scratch();
  const auto outcome = shell(fmt::format(
      "\"$TETHER\" run falcon_ropod_corridor --realtime --set duration=3600 --out {0} & "
      "pid=$!; until [ -s {0}/log.mcap ]; do sleep 0.02; done; sleep {1}; "
      "kill -INT $pid; wait $pid",
      out.string(), GetParam()));
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("stopped by the user"));
  const auto driven = read_drive(out / "log.mcap");
  for (const auto& effort : {driven.leader_effort, driven.follower_effort}) {
    for (const double e : effort) EXPECT_EQ(e, 0);
  }
  // what rolled has been braked
  if (!driven.moments.empty()) {
    EXPECT_LT(driven.moments.back().speed, 0.02);
  }
}

INSTANTIATE_TEST_SUITE_P(AtAnyTime, DriveStopped, ::testing::Values(0.0, 0.1, 1.0, 5.0));

// the platform is in a long corridor, two metres wide
assist::RangeScan long_corridor(core::Time /*now*/) {
  assist::RangeScan scan;
  scan.count = assist::kTim561Beams;
  for (int i = 0; i < scan.count; ++i) {
    const double side = std::abs(std::cos(scan.angle(i)));
    scan.ranges[static_cast<std::size_t>(i)] =
        side > 0.11 ? static_cast<float>(1 / side) : assist::kNothing;
  }
  return scan;
}

TEST(DriveWithAScannerOnTheNetwork, StopsWhenItIsPulledOutMidTelegramAndGoesOnWhenItIsBack) {
  const fs::path out = scratch();
  device::Tim561Emulator emulator({.scene = long_corridor});
  test::ChildProcess session(
      {TETHER_PROGRAM, "run", "falcon_ropod_corridor", "--realtime", "--set", "duration=14",
       "--set", "expect=[]", "--set", "session.physics=ticks", "--set", "scanner.source=tim561",
       "--set", fmt::format("scanner.address=127.0.0.1:{}", emulator.port()), "--out",
       out.string()},
      (out / "output.txt").string());
  std::this_thread::sleep_for(std::chrono::seconds(7));
  // half a telegram, and nobody is there for 1.2 s
  emulator.inject(device::ScannerFault::refuse, std::chrono::milliseconds(1200));
  EXPECT_EQ(session.wait(), 1) << content(out / "output.txt");
  EXPECT_GE(emulator.counts().connections, 2U);

  const auto driven = read_drive(out / "log.mcap");
  double gap = 0, gap_begin = 0;
  for (std::size_t i = 1; i < driven.scans.size(); ++i) {
    if (driven.scans[i] - driven.scans[i - 1] <= gap) continue;
    gap = driven.scans[i] - driven.scans[i - 1];
    gap_begin = driven.scans[i - 1];
  }
  EXPECT_GT(gap, 1.2);
  // nobody was there for 1.2 s, and two more are what a driver may take
  EXPECT_LT(gap, 3.2);
  double before = 0, at_its_end = 1, after = 0;
  bool braked = false;
  for (const auto& m : driven.moments) {
    if (m.t < gap_begin) before = std::max(before, m.speed);
    if (m.t >= gap_begin && m.t < gap_begin + gap) {
      at_its_end = m.speed;
      braked = braked || m.braking;
    }
    if (m.t > gap_begin + gap) after = std::max(after, m.speed);
  }
  EXPECT_GT(before, 0.2);
  EXPECT_TRUE(braked);
  EXPECT_LT(at_its_end, 0.02);
  EXPECT_GT(after, 0.1);
}

TEST(DriveWithAScannerOnTheNetwork, SaysWhatIsWrongWithItsAddress) {
  const fs::path out = scratch();
  const auto outcome =
      tether(fmt::format("run falcon_ropod_corridor --realtime --set scanner.source=tim561 "
                         "--set scanner.address=nowhere:0 --out {}",
                         out.string()));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("expected HOST or HOST:PORT"));
}

}  // namespace
}  // namespace tether::apps
