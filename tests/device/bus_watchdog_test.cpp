#include "tether/device/drivers/smart_wheels/bus_watchdog.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace tether::device {
namespace {

using core::Time;
using std::chrono::milliseconds;

Time at(int ms) { return Time(milliseconds(ms)); }

TEST(BusWatchdog, IsQuietWhileTheBusCyclesAndSpeaksWhenItDoesNot) {
  BusWatchdog watchdog({.patience = milliseconds(20)});
  for (int ms = 0; ms < 100; ++ms) {
    watchdog.cycled();
    EXPECT_FALSE(watchdog.watch(at(ms)));
  }
  EXPECT_FALSE(watchdog.watch(at(119)));
  const core::Fault fault = watchdog.watch(at(130));
  EXPECT_EQ(fault.kind, core::FaultKind::silence);
  EXPECT_STREQ(fault.stage, "field bus");
  EXPECT_NEAR(fault.value, 0.031, 1e-12);
  EXPECT_NEAR(fault.bound, 0.020, 1e-12);
  watchdog.cycled();
  EXPECT_FALSE(watchdog.watch(at(131)));
}

TEST(BusWatchdog, CountsFromItsFirstLookWhenTheBusNeverCycled) {
  BusWatchdog watchdog({.patience = milliseconds(20)});
  EXPECT_FALSE(watchdog.watch(at(500)));
  EXPECT_FALSE(watchdog.watch(at(520)));
  EXPECT_TRUE(watchdog.watch(at(521)));
}

TEST(BusWatchdog, SeesEveryCycleOfAnotherThread) {
  BusWatchdog watchdog;
  constexpr int kCycles = 100'000;
  std::thread bus([&watchdog] {
    for (int k = 0; k < kCycles; ++k) watchdog.cycled();
  });
  while (watchdog.cycles() < kCycles) EXPECT_FALSE(watchdog.watch(at(0)));
  bus.join();
  EXPECT_EQ(watchdog.cycles(), static_cast<std::uint64_t>(kCycles));
}

TEST(SetpointWatch, FollowsOnlySetpointsThatAreYoungEnough) {
  const SetpointWatch watch(milliseconds(20));
  const auto stamp = [](int ms) { return static_cast<std::uint64_t>(ms) * 1'000'000; };
  EXPECT_TRUE(watch.accepts(at(100), stamp(100)));
  EXPECT_TRUE(watch.accepts(at(100), stamp(80)));
  EXPECT_FALSE(watch.accepts(at(100), stamp(80) - 1));
  EXPECT_TRUE(watch.accepts(at(100), stamp(101)));
}

}  // namespace
}  // namespace tether::device
