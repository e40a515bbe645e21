// Whole sessions of a platform that is driven: what stops it, what the hand feels, what is logged.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

scenario::Scenario corridor(std::vector<std::string> settings) {
  settings.insert(settings.end(), {"expect=[]"});
  return scenario::load_scenario("falcon_ropod_corridor", settings);
}

double speed(const signals::Tick& follower) {
  return follower.twist.velocity_at(follower.tool.position).norm();
}

// the greatest speed of the platform, and force of its obstacles, within a stretch of time
class PlatformWatcher final : public record::Observer {
 public:
  PlatformWatcher(double from, double to) : from_(from), to_(to) {}
  void observe(const record::Observation& seen) noexcept override {
    const signals::Tick &leader = seen.leader, &follower = seen.follower;
    if (seen.scan != nullptr) see(*seen.scan, follower);
    const double now = core::seconds(leader.time);
    if (now < from_) before = std::max(before, speed(follower));
    if (now < from_ || now > to_) return;
    within = std::max(within, speed(follower));
    turn = std::max(turn, std::abs(follower.twist.angular.z()));
    force = std::max(force, leader.drive.felt.force.norm());
  }

  double before = 0, within = 0, turn = 0, force = 0;
  int scans = 0, beams = 0;
  double late = 0;  // of a scan, at most [s]

 private:
  void see(const assist::RangeScan& scan, const signals::Tick& follower) noexcept {
    ++scans;
    beams = scan.count;
    late = std::max(late, core::seconds(follower.time - scan.time));
  }

  double from_, to_;
};

bool happened(const RunResult& result, std::string_view what) {
  return std::any_of(result.events.begin(), result.events.end(),
                     [&](const record::Event& event) { return event.what.view() == what; });
}

TEST(DriveSession, SeesFifteenScansASecondAndLetsTheHandFeelTheWalls) {
  PlatformWatcher watcher(2, 6);
  const auto result = run(corridor({"duration=6"}), {.observers = {&watcher}});
  EXPECT_EQ(result.end, RunEnd::completed);
  EXPECT_NEAR(watcher.scans, 90, 1);
  EXPECT_EQ(watcher.beams, assist::kTim561Beams);
  EXPECT_LT(watcher.late, 0.0011);
  EXPECT_GT(watcher.within, 0.2);
  EXPECT_GT(watcher.force, 0.5);
  EXPECT_LE(watcher.force, 15);
  EXPECT_EQ(result.certificate.verdict, passivity::Verdict::passive);
  EXPECT_GE(result.certificate.margin_j, -0.101);
}

TEST(DriveSession, BrakesToRestWhenTheScannerIsSilentForTwoTenthsOfASecond) {
  // silent from 6 s on: blind at 6.2 s at the latest, and braked within 0.6 s
  PlatformWatcher watcher(6.9, 8);
  const auto result =
      run(corridor({"duration=10", "scanner.silent=[{from=6,to=8}]"}), {.observers = {&watcher}});
  EXPECT_GT(watcher.before, 0.2);
  EXPECT_LT(watcher.within, 0.01);
  EXPECT_LT(watcher.turn, 0.02);
  EXPECT_TRUE(happened(result, "scanner_silent"));
  EXPECT_TRUE(happened(result, "scanner_heard"));
  EXPECT_EQ(result.end, RunEnd::completed);
}

TEST(DriveSession, GoesOnWhenTheScannerSendsAgain) {
  PlatformWatcher watcher(8.5, 12);
  run(corridor({"duration=12", "scanner.silent=[{from=6,to=8}]"}), {.observers = {&watcher}});
  EXPECT_GT(watcher.within, 0.1);
}

class Released : public testing::TestWithParam<int> {};

TEST_P(Released, HandleBringsThePlatformToRestWithinHalfASecond) {
  PlatformWatcher watcher(7.5, 9);
  run(corridor(
          {"duration=9", "operator.let_go=[{from=7,to=9}]", "seed=" + std::to_string(GetParam())}),
      {.observers = {&watcher}});
  EXPECT_GT(watcher.before, 0.2);
  EXPECT_LT(watcher.within, 0.02);
}

INSTANTIATE_TEST_SUITE_P(All, Released, testing::Values(1, 2, 3));

TEST(DriveSession, FeelsNothingOfObstaclesThatAreSwitchedOff) {
  PlatformWatcher watcher(0, 5);
  const auto result =
      run(corridor({"duration=5", "obstacles.enabled=false"}), {.observers = {&watcher}});
  EXPECT_EQ(watcher.force, 0);
  EXPECT_GE(result.certificate.margin_j, -0.001);
}

TEST(DriveSession, AllocatesNothingInATick) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers count for themselves";
  VirtualSession session(corridor({"duration=5"}));
  for (int i = 0; i < 500; ++i) {
    session.tick();
    session.advance();
  }
  const test::AllocationCounter counter;
  for (int i = 0; i < 2000; ++i) {
    session.tick();
    session.advance();
  }
  EXPECT_EQ(counter.allocations(), 0);
}

TEST(DriveSession, IsReplayedWithoutDifferenceWhateverTheModeOfItsObstacles) {
  for (const std::string mode : {"point", "footprint", "trajectory"}) {
    const std::string log = testing::TempDir() + "drive_" + mode + ".mcap";
    run(corridor({"duration=4", "obstacles.mode=" + mode, "scanner.silent=[{from=2,to=2.5}]"}),
        {.log_path = log});
    const auto replayed = replay(log);
    EXPECT_EQ(replayed.differences, 0U)
        << mode << ": " << replayed.first->topic << ": " << replayed.first->detail;
    EXPECT_GT(replayed.messages, 50'000U);
  }
}

// which scenarios make no sense, and where it says so
void expect_refusal(const std::vector<std::string>& settings, const std::string& reason) {
  try {
    corridor(settings);
    FAIL() << "taken: " << settings.front();
  } catch (const core::InputError& error) {
    EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
  }
}

TEST(DriveScenario, RefusesWhatCannotBeDriven) {
  expect_refusal({"follower.robot=kuka_lwr4", "follower.world=wall_lwr"},
                 "\"drive\" drives a platform; kuka_lwr4 is none");
  expect_refusal({"coupling.kind=rate"}, "ropod is driven: coupling.kind = \"drive\"");
  expect_refusal({"passivity.kind=two-layer"}, "a platform has its own supply");
  expect_refusal({"obstacles.mode=trajectry"}, "trajectory");
  expect_refusal({"scanner.silent=[{from=3,to=2}]"}, "lies before from");
}

TEST(DriveScenario, OfAScannerOnTheNetworkNeedsWallTime) {
  EXPECT_THROW(run(corridor({"scanner.source=tim561"}), {}), core::InputError);
}

}  // namespace
}  // namespace tether::session
