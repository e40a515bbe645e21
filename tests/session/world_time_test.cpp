#include "session/wall/world_time.hpp"

#include <gtest/gtest.h>

#include "tests/runtime/fake_time.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/runtime/clocks/periodic_clock.hpp"

namespace tether::session {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// counts the time that it is given, each millisecond of which costs time to compute
class CostlyWorld final : public sim::SimulatedDevice {
 public:
  explicit CostlyWorld(runtime::FakeTime& time) : time_(time) {}
  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time) noexcept override { return {}; }
  void command(core::Time, const device::JointEfforts&) noexcept override {}
  void advance(core::Duration dt) noexcept override {
    lived += dt;
    time_.pass(costs);
  }

  core::Duration lived{0};
  core::Duration costs{0};

 private:
  runtime::FakeTime& time_;
  robot::Chain chain_ = robot::load("omega7");
};

// a loop of 1 ms that begins at `begin` and does nothing but let its world's time pass
class WorldTimeOf : public ::testing::Test {
 protected:
  void tick(WorldTime& world, int milliseconds_later) {
    now += milliseconds(milliseconds_later);
    world.advance(device, now, time);
  }

  runtime::FakeTime time;
  CostlyWorld device{time};
  WorldTime clock{scenario::Physics::clock, milliseconds(1)};
  WorldTime ticks{scenario::Physics::ticks, milliseconds(1)};
  core::Time now = core::Time(milliseconds(70));  // when the first tick is
};

TEST_F(WorldTimeOf, APunctualLoopIsTheSameWhateverItFollows) {
  for (int k = 0; k < 100; ++k) tick(clock, 1);
  EXPECT_EQ(device.lived, milliseconds(100));
  EXPECT_EQ(clock.made_up() + clock.stood_still(), core::Duration(0));
  for (int k = 0; k < 100; ++k) tick(ticks, 1);
  EXPECT_EQ(device.lived, milliseconds(200));
  EXPECT_EQ(ticks.made_up() + ticks.stood_still(), core::Duration(0));
}

TEST_F(WorldTimeOf, ALateLoopGoesOnWithTheClock) {
  tick(clock, 1);
  tick(clock, 14);
  tick(clock, 1);
  EXPECT_EQ(device.lived, milliseconds(1 + 14 + 1));
  EXPECT_EQ(clock.made_up(), milliseconds(13));
  EXPECT_EQ(clock.stood_still(), core::Duration(0));
}

TEST_F(WorldTimeOf, ALateLoopStandsStillWithTheTicks) {
  tick(ticks, 1);
  tick(ticks, 14);
  tick(ticks, 1);
  EXPECT_EQ(device.lived, milliseconds(3));
  EXPECT_EQ(ticks.made_up(), core::Duration(0));
  EXPECT_EQ(ticks.stood_still(), milliseconds(13));
}

TEST_F(WorldTimeOf, AFrozenLoopSkipsWhatNoSessionSurvives) {
  tick(clock, 1);
  tick(clock, 1000);
  EXPECT_EQ(device.lived, milliseconds(1) + WorldTime::kLongest);
  EXPECT_EQ(clock.stood_still(), milliseconds(1000) - WorldTime::kLongest);
  EXPECT_EQ(clock.made_up(), WorldTime::kLongest - milliseconds(1));
}

TEST_F(WorldTimeOf, ALoopIsLetGoAfterHalfOfWhatItLost) {
  device.costs = microseconds(700);
  tick(clock, 1);
  const core::Duration before = time.now();
  tick(clock, 20);
  // 14 steps take 9.8 ms, which is not yet half of 20 ms
  EXPECT_EQ(device.lived, milliseconds(1 + 15));
  EXPECT_EQ(time.now() - before, microseconds(15 * 700));
  EXPECT_EQ(clock.stood_still(), milliseconds(5));
}

TEST_F(WorldTimeOf, ALoopIsSoonOnItsGridAgainHoweverDearItsWorld) {
  for (const int costs_us : {10, 300, 600, 900}) {
    runtime::PeriodicClock loop({.period = milliseconds(1)}, time.now(), time);
    WorldTime world(scenario::Physics::clock, milliseconds(1));
    device.costs = microseconds(costs_us);
    world.advance(device, loop.wait().scheduled, loop);
    time.pass(milliseconds(200));
    int late_ticks = 0;
    for (int k = 0; k < 100; ++k) {
      const runtime::Wakeup wakeup = loop.wait();
      if (wakeup.missed > 0) late_ticks = k + 1;
      world.advance(device, wakeup.scheduled, loop);
    }
    EXPECT_LT(late_ticks, 20) << costs_us;
  }
}

TEST_F(WorldTimeOf, AWorldThatCannotKeepUpIsSlowAndMakesNoTickLater) {
  device.costs = microseconds(1500);
  tick(clock, 1);
  for (int k = 0; k < 100; ++k) {
    const core::Duration before = time.now();
    tick(clock, 2);
    EXPECT_EQ(time.now() - before, device.costs);
  }
  EXPECT_EQ(device.lived, milliseconds(101));
  EXPECT_EQ(clock.stood_still(), milliseconds(100));
}

TEST_F(WorldTimeOf, ALateLoopTakesNoMemory) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer has its own allocator";
  const test::AllocationCounter heap;
  for (int k = 0; k < 100; ++k) tick(clock, k);
  EXPECT_EQ(heap.allocations(), 0);
}

}  // namespace
}  // namespace tether::session
