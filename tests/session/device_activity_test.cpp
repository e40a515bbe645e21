#include "session/wall/device_activity.hpp"

#include <gtest/gtest.h>

#include "session/wall/sight_stream.hpp"
#include "session/wall/watchdog_activity.hpp"
#include "tests/runtime/fake_time.hpp"
#include "tether/robot/catalogue.hpp"

namespace tether::session {
namespace {

// what happened to the device, for those who look on
struct DeviceHistory {
  int advanced = 0;
  int looked_at = 0;
  device::JointEfforts last;
  bool gone = false;
};

class RecordedDevice final : public sim::SimulatedDevice {
 public:
  explicit RecordedDevice(DeviceHistory& history) : history_(history) {}
  ~RecordedDevice() override { history_.gone = true; }
  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time) noexcept override {
    signals::DeviceState state;
    state.position = Eigen::Vector3d(history_.advanced, 0, 0);
    state.applied = Eigen::Vector3d::Zero();
    state.actual = spatial::Pose{spatial::Matrix3::Identity(), spatial::Vector3(7, 0, 0)};
    return state;
  }
  void command(core::Time, const device::JointEfforts& efforts) noexcept override {
    history_.last = efforts;
  }
  void advance(core::Duration) noexcept override { ++history_.advanced; }
  bool scene(signals::SceneState& scene) const noexcept override {
    scene.coordinates = 1;
    scene.q[0] = static_cast<float>(++history_.looked_at);
    return true;
  }

 private:
  DeviceHistory& history_;
  robot::Chain chain_ = robot::load("omega7");
};

class DeviceActivityTest : public testing::Test {
 protected:
  core::Time tick(int milliseconds = 1) {
    now_ += std::chrono::milliseconds(milliseconds);
    return now_;
  }
  DeviceActivity activity(scenario::Physics physics) {
    return {{.name = "handle",
             .physics = physics,
             .open = [this] { return std::make_unique<RecordedDevice>(history_); },
             .place = &place_,
             .time = time_},
            port_};
  }

  DeviceHistory history_;
  DevicePort port_;
  core::LatestValue<spatial::Pose> place_;
  runtime::FakeTime time_;
  DeviceActivity activity_ = activity(scenario::Physics::clock);
  signals::DeviceState at_rest_ = [] {
    signals::DeviceState state;
    state.position = state.applied = Eigen::Vector3d::Zero();
    return state;
  }();
  PortedDevice held_{robot::load("omega7"), at_rest_, port_};
  core::Time now_;
};

TEST_F(DeviceActivityTest, HandsOverWhatTheControllerCommandsWithItsNextPass) {
  activity_.configure_resources();
  held_.command(tick(), {Eigen::Vector3d(1, 2, 3), Eigen::Vector3d(4, 5, 6)});
  activity_.compute(tick());
  EXPECT_EQ(history_.last.values, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(history_.last.velocity, Eigen::Vector3d(4, 5, 6));
}

TEST_F(DeviceActivityTest, LetsTimePassOnlyAsFarAsTheControllerDoesWhenItFollowsTicks) {
  DeviceActivity by_ticks = activity(scenario::Physics::ticks);
  by_ticks.configure_resources();
  by_ticks.compute(tick());
  EXPECT_EQ(history_.advanced, 0);
  held_.advance(std::chrono::milliseconds(1));
  by_ticks.compute(tick());
  by_ticks.compute(tick(50));
  EXPECT_EQ(history_.advanced, 1);
  EXPECT_EQ(held_.read(now_).position[0], 1);
}

TEST_F(DeviceActivityTest, FollowsTheClockFromWhenTheControllersTimeBeginsToPass) {
  activity_.configure_resources();
  for (int k = 0; k < 10; ++k) activity_.compute(tick());
  EXPECT_EQ(history_.advanced, 0);
  held_.advance(std::chrono::milliseconds(1));
  activity_.compute(tick());
  EXPECT_EQ(history_.advanced, 1);
  // the device is where it went when the late pass reads it, not one pass later
  activity_.compute(tick(40));
  EXPECT_EQ(held_.read(now_).position[0], 41);
  EXPECT_EQ(activity_.world().made_up(), std::chrono::milliseconds(39));
}

TEST_F(DeviceActivityTest, ShowsOthersWhereTheDeviceReallyIs) {
  activity_.configure_resources();
  activity_.compute(tick());
  spatial::Pose pose;
  ASSERT_TRUE(place_.read(pose));
  EXPECT_EQ(pose.position.x(), 7);
}

TEST_F(DeviceActivityTest, ShowsItsWorldToTheControllerAHundredTimesASecond) {
  activity_.configure_resources();
  signals::SceneState scene;
  EXPECT_FALSE(held_.scene(scene));
  int shown = 0;
  for (int i = 0; i < 100; ++i) {
    activity_.compute(tick());
    if (held_.scene(scene)) ++shown;
  }
  EXPECT_EQ(shown, 10);
  EXPECT_EQ(history_.looked_at, 10);
  EXPECT_EQ(scene.q[0], 10.0F);
}

TEST_F(DeviceActivityTest, GoesOnServingWhileItPausesAndLeavesTheDeviceWithoutEffort) {
  activity_.configure_resources();
  held_.command(tick(), {Eigen::Vector3d(1, 2, 3)});
  EXPECT_TRUE(activity_.pause(tick()));
  EXPECT_EQ(history_.last.values, Eigen::Vector3d(1, 2, 3));
  activity_.clean();
  EXPECT_EQ(history_.last.values, Eigen::Vector3d::Zero());
  EXPECT_TRUE(history_.gone);
}

TEST_F(DeviceActivityTest, CanBeCleanedBeforeItEverOpened) {
  activity_.pause(tick());
  activity_.clean();
  EXPECT_FALSE(history_.gone);
}

TEST(WatchdogActivity, BarksOnlyWhenNothingMovesForTooLong) {
  device::BusWatchdog bus({.patience = std::chrono::milliseconds(250)});
  WatchdogActivity watchdog(bus);
  watchdog.configure_capabilities();
  core::Time now;
  for (int i = 0; i < 100; ++i) {
    now += std::chrono::milliseconds(10);
    bus.cycled();
    EXPECT_FALSE(watchdog.compute(now));
  }
  core::Fault fault;
  int passes = 0;
  for (; passes < 100 && !fault; ++passes) {
    now += std::chrono::milliseconds(10);
    fault = watchdog.compute(now);
  }
  EXPECT_EQ(fault.kind, core::FaultKind::silence);
  EXPECT_EQ(passes, 26);
}

TEST(ScanStream, GivesEachScanToTheTickThatSawItAndLeavesOlderOnesBehind) {
  ScanStream stream;
  assist::RangeScan scan;
  for (const std::uint64_t tick : {5U, 72U, 139U}) {
    scan.number = static_cast<std::uint32_t>(tick);
    stream.push(tick, scan);
  }
  EXPECT_EQ(stream.of(4), nullptr);
  ASSERT_NE(stream.of(5), nullptr);
  EXPECT_EQ(stream.of(5), nullptr);
  // the tick of the second one never came
  ASSERT_NE(stream.of(139), nullptr);
  EXPECT_EQ(stream.of(200), nullptr);
}

TEST(ScanStream, CountsWhatFindsNoRoom) {
  ScanStream stream;
  const assist::RangeScan scan;
  for (std::uint64_t i = 0; i < 70; ++i) stream.push(i, scan);
  EXPECT_EQ(stream.lost(), 6U);
}

}  // namespace
}  // namespace tether::session
