#include "tether/runtime/clocks/periodic_clock.hpp"

#include <cerrno>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/runtime/fake_time.hpp"
#include "tether/core/error.hpp"

namespace tether::runtime {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

class APeriodicClock : public ::testing::Test {
 protected:
  PeriodicClock clock(OverrunPolicy policy) {
    return {{.period = milliseconds(1), .overrun = policy, .longest_backlog = 5}, time.now(), time};
  }
  FakeTime time;
};

TEST_F(APeriodicClock, BeginsAtTheEpochAndKeepsItsGridWhateverAPassCosts) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  for (int k = 0; k < 5; ++k) {
    const Wakeup wakeup = clock.wait();
    EXPECT_EQ(wakeup.scheduled, at(k * milliseconds(1)));
    EXPECT_EQ(wakeup.woke, wakeup.scheduled);
    EXPECT_EQ(wakeup.missed, 0U);
    time.pass(microseconds(100 + 150 * k));
  }
  EXPECT_EQ(clock.overruns(), 0U);
}

TEST_F(APeriodicClock, MeasuresHowLateTheKernelWokeItWithoutDrifting) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  time.wake_late = {microseconds(0), microseconds(70), microseconds(30)};
  clock.wait();
  Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(1)));
  EXPECT_EQ(wakeup.woke, at(microseconds(1070)));
  wakeup = clock.wait();
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(2)));
  EXPECT_EQ(wakeup.woke, at(microseconds(2030)));
}

TEST_F(APeriodicClock, CountsLatenessFromTheFirstInstantThatWasMissed) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  clock.wait();
  time.pass(microseconds(100));
  time.wake_late = {microseconds(12950)};
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.woke, at(microseconds(13950)));
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(13)));
  EXPECT_EQ(wakeup.missed, 12U);
  EXPECT_EQ(wakeup.due, at(milliseconds(1)));
  EXPECT_EQ(wakeup.asked, at(microseconds(100)));
  EXPECT_EQ(wakeup.late(wakeup.woke), microseconds(12950));
  EXPECT_EQ(wakeup.latency(wakeup.woke), microseconds(12950));
  EXPECT_EQ(clock.wait().late(clock.now()), microseconds(0));
}

TEST_F(APeriodicClock, KeepsWhatAPassRanOverApartFromWhatTheKernelTook) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  clock.wait();
  time.pass(microseconds(3400));
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.late(wakeup.woke), microseconds(2400));
  EXPECT_EQ(wakeup.latency(wakeup.woke), microseconds(0));
}

TEST_F(APeriodicClock, BlamesTheKernelOnceForTheBacklogThatItMade) {
  PeriodicClock clock = this->clock(OverrunPolicy::catch_up);
  clock.wait();
  time.wake_late = {microseconds(3200)};
  Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.latency(wakeup.woke), microseconds(3200));
  for (int k = 2; k <= 4; ++k) {
    time.pass(microseconds(10));
    wakeup = clock.wait();
    EXPECT_EQ(wakeup.due, at(k * milliseconds(1)));
    EXPECT_EQ(wakeup.late(wakeup.woke), microseconds(4200 + 10 * (k - 1)) - k * milliseconds(1));
    EXPECT_EQ(wakeup.latency(wakeup.woke), microseconds(0));
  }
}

TEST_F(APeriodicClock, GoesBackToSleepWhenASignalWakesIt) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  clock.wait();
  time.errors = {EINTR, EINTR, EINTR, 0};
  time.sleeps = 0;
  EXPECT_EQ(clock.wait().woke, at(milliseconds(1)));
  EXPECT_EQ(time.sleeps, 4);
  EXPECT_EQ(clock.refused_sleeps(), 0U);
}

TEST_F(APeriodicClock, CountsSleepsThatTheKernelRefuses) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  clock.wait();
  time.errors = {EINVAL};
  EXPECT_EQ(clock.wait().scheduled, at(milliseconds(1)));
  EXPECT_EQ(clock.refused_sleeps(), 1U);
}

TEST_F(APeriodicClock, SkipsPassesThatAreAPeriodLateAndBeginsTheOneWhoseTurnItIs) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  clock.wait();
  time.pass(microseconds(3400));
  time.sleeps = 0;
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(time.sleeps, 0);
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(3)));
  EXPECT_EQ(wakeup.woke, at(microseconds(3400)));
  EXPECT_EQ(wakeup.missed, 2U);
  EXPECT_FALSE(wakeup.overrun);
  EXPECT_EQ(clock.wait().scheduled, at(milliseconds(4)));
  EXPECT_EQ(clock.overruns(), 1U);
}

TEST_F(APeriodicClock, SkipsNoPassForAnOverrunOfLessThanAPeriod) {
  PeriodicClock clock = this->clock(OverrunPolicy::skip);
  clock.wait();
  time.pass(microseconds(1020));
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(1)));
  EXPECT_EQ(wakeup.missed, 0U);
  EXPECT_EQ(clock.overruns(), 1U);
}

TEST_F(APeriodicClock, CatchesUpPassByPassWithoutWaiting) {
  PeriodicClock clock = this->clock(OverrunPolicy::catch_up);
  clock.wait();
  time.pass(microseconds(3400));
  time.sleeps = 0;
  for (int k = 1; k <= 3; ++k) {
    const Wakeup wakeup = clock.wait();
    EXPECT_EQ(wakeup.scheduled, at(k * milliseconds(1)));
    EXPECT_EQ(wakeup.missed, 0U);
  }
  EXPECT_EQ(time.sleeps, 0);
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(time.sleeps, 1);
  EXPECT_EQ(wakeup.woke, at(milliseconds(4)));
}

TEST_F(APeriodicClock, MakesUpNoMoreThanTheLongestBacklog) {
  PeriodicClock clock = this->clock(OverrunPolicy::catch_up);
  clock.wait();
  time.pass(std::chrono::seconds(1));
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(995)));
  EXPECT_EQ(wakeup.missed, 994U);
  for (int k = 996; k <= 1000; ++k) EXPECT_EQ(clock.wait().scheduled, at(k * milliseconds(1)));
}

TEST_F(APeriodicClock, StopsOnAnOverrunOnlyWhenAskedTo) {
  PeriodicClock clock = this->clock(OverrunPolicy::stop);
  EXPECT_FALSE(clock.wait().overrun);
  time.pass(microseconds(1001));
  EXPECT_TRUE(clock.wait().overrun);
  time.pass(microseconds(900));
  EXPECT_FALSE(clock.wait().overrun);
}

TEST_F(APeriodicClock, StopsWhenTheKernelWakesItAPeriodLate) {
  PeriodicClock clock = this->clock(OverrunPolicy::stop);
  clock.wait();
  time.wake_late = {microseconds(999), microseconds(1000)};
  EXPECT_FALSE(clock.wait().overrun);
  EXPECT_TRUE(clock.wait().overrun);
}

TEST_F(APeriodicClock, HasMissedNothingWhenItStartsAfterTheEpoch) {
  const core::Duration epoch = time.now();
  time.pass(microseconds(7300));
  PeriodicClock late({.period = milliseconds(1)}, epoch, time);
  const Wakeup wakeup = late.wait();
  EXPECT_EQ(wakeup.scheduled, at(milliseconds(8)));
  EXPECT_EQ(wakeup.missed, 0U);
  EXPECT_EQ(late.overruns(), 0U);
}

TEST_F(APeriodicClock, SharesSessionTimeWithOthersAndKeepsItsPhase) {
  const core::Duration epoch = time.now() + milliseconds(2);
  PeriodicClock first({.period = milliseconds(1)}, epoch, time);
  PeriodicClock second({.period = milliseconds(4), .phase = microseconds(500)}, epoch, time);
  EXPECT_EQ(first.now(), second.now());
  EXPECT_EQ(first.now(), at(-milliseconds(2)));
  EXPECT_EQ(first.wait().woke, at(milliseconds(0)));
  EXPECT_EQ(second.wait().woke, at(microseconds(500)));
  EXPECT_EQ(first.wait().woke, at(milliseconds(1)));
  EXPECT_EQ(second.wait().woke, at(microseconds(4500)));
}

TEST_F(APeriodicClock, RefusesAPeriodThatIsNone) {
  EXPECT_THROW(PeriodicClock({.period = milliseconds(0)}, time.now(), time), core::InputError);
  EXPECT_THROW(PeriodicClock({.longest_backlog = -1}, time.now(), time), core::InputError);
}

// whatever passes and wake-ups cost, every grid instant is either a pass or counted as missed
RC_GTEST_PROP(PeriodicClock, AccountsForEveryInstantOfItsGrid, ()) {
  FakeTime time;
  const auto policy =
      *rc::gen::element(OverrunPolicy::skip, OverrunPolicy::catch_up, OverrunPolicy::stop);
  PeriodicClock clock({.period = milliseconds(1), .overrun = policy, .longest_backlog = 3},
                      time.now(), time);
  core::Time expected{};
  for (int pass = 0; pass < 50; ++pass) {
    time.wake_late = {microseconds(*rc::gen::inRange(0, 2500))};
    const Wakeup wakeup = clock.wait();
    RC_ASSERT(wakeup.scheduled == expected + wakeup.missed * milliseconds(1));
    RC_ASSERT(wakeup.due == expected);
    RC_ASSERT(wakeup.woke >= wakeup.scheduled);
    if (policy != OverrunPolicy::catch_up) {
      RC_ASSERT(wakeup.woke - wakeup.scheduled < milliseconds(1));
    }
    expected = wakeup.scheduled + milliseconds(1);
    time.pass(microseconds(*rc::gen::inRange(0, 3000)));
  }
}

}  // namespace
}  // namespace tether::runtime
