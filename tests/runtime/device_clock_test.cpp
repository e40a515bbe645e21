#include "runtime/clocks/device_clock.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/clocks/virtual_clock.hpp"
#include "tests/runtime/fake_time.hpp"
#include "tether/core/error.hpp"

namespace tether::runtime {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// a device that speaks after `next`, or not at all
class ADeviceClock : public ::testing::Test {
 protected:
  FakeTime time;
  core::Duration epoch = time.now();
  PaceEvent next;
  core::Duration takes{0};
  CallablePace pace{[this](core::Duration timeout) {
    time.pass(next.events > 0 ? takes : timeout);
    return next;
  }};
  DeviceClock clock{{.stage = "falcon"}, pace, epoch, time};
};

TEST_F(ADeviceClock, WakesWhenTheDeviceSpeaks) {
  next = {.events = 1};
  takes = microseconds(990);
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.woke, at(microseconds(990)));
  EXPECT_EQ(wakeup.scheduled, wakeup.woke);
  EXPECT_EQ(wakeup.missed, 0U);
  EXPECT_FALSE(wakeup.silent);
  EXPECT_FALSE(clock.fault());
}

TEST_F(ADeviceClock, TakesTheStampOfTheDeviceForWhenThePassWasDue) {
  next = {.events = 1, .stamp = epoch + microseconds(960)};
  takes = microseconds(990);
  EXPECT_EQ(clock.wait().scheduled, at(microseconds(960)));
}

TEST_F(ADeviceClock, BelievesNoStampOfTheFuture) {
  next = {.events = 1, .stamp = epoch + std::chrono::hours(3)};
  takes = microseconds(990);
  EXPECT_EQ(clock.wait().scheduled, at(microseconds(990)));
}

TEST_F(ADeviceClock, CountsEventsThatPiledUpAsMissedAndLatenessFromTheFirstOfThem) {
  next = {.events = 1, .stamp = epoch + microseconds(1000)};
  takes = microseconds(1000);
  EXPECT_EQ(clock.wait().late(clock.now()), microseconds(0));
  next = {.events = 4, .stamp = epoch + microseconds(5000)};
  takes = microseconds(4100);
  const Wakeup wakeup = clock.wait();
  EXPECT_EQ(wakeup.missed, 3U);
  EXPECT_EQ(wakeup.due, at(microseconds(2000)));
  EXPECT_EQ(wakeup.scheduled, at(microseconds(5000)));
  EXPECT_EQ(wakeup.latency(wakeup.woke), microseconds(3100));
}

TEST_F(ADeviceClock, CallsShortSilenceSilenceAndLongSilenceAFault) {
  next = {.events = 1};
  clock.wait();
  next = {.events = 0};
  for (int k = 1; k <= 10; ++k) {
    const Wakeup wakeup = clock.wait();
    EXPECT_TRUE(wakeup.silent);
    EXPECT_EQ(wakeup.scheduled, at(milliseconds(1)));
    EXPECT_EQ(wakeup.late(wakeup.woke), (10 * k - 1) * milliseconds(1));
    EXPECT_EQ(wakeup.woke, at(k * milliseconds(10)));
    EXPECT_FALSE(clock.fault()) << k;
  }
  clock.wait();
  EXPECT_EQ(clock.timeouts(), 11U);
  const core::Fault fault = clock.fault();
  EXPECT_EQ(core::describe(fault), "falcon: no sign of life for 0.11 s, at most 0.1 s are borne");
  EXPECT_STREQ(core::name(fault.kind), "silence");
}

TEST_F(ADeviceClock, ForgivesADeviceThatSpeaksAgain) {
  next = {.events = 0};
  for (int k = 0; k < 20; ++k) clock.wait();
  EXPECT_TRUE(clock.fault());
  next = {.events = 1};
  EXPECT_FALSE(clock.wait().silent);
  EXPECT_FALSE(clock.fault());
  EXPECT_EQ(clock.timeouts(), 20U);
}

TEST_F(ADeviceClock, NeitherSpinsNorForgivesWhenWaitingItselfFails) {
  CallablePace broken([](core::Duration) { return PaceEvent{.broken = true}; });
  DeviceClock on_broken({}, broken, epoch, time);
  EXPECT_EQ(on_broken.wait().woke, at(milliseconds(10)));
  EXPECT_TRUE(on_broken.fault());
}

TEST_F(ADeviceClock, RefusesATimeoutThatIsNone) {
  EXPECT_THROW(DeviceClock({.timeout = milliseconds(0)}, pace, epoch, time), core::InputError);
}

TEST(EventFdPace, GivesTheEventsSinceTheLastCallAndNothingWhenThereAreNone) {
  const int fd = eventfd(3, EFD_NONBLOCK);
  ASSERT_GE(fd, 0);
  EventFdPace pace(fd);
  EXPECT_EQ(pace.wait(std::chrono::hours(1)).events, 3U);
  const PaceEvent none = pace.wait(core::Duration(0));
  EXPECT_EQ(none.events, 0U);
  EXPECT_FALSE(none.broken);
  close(fd);
  EXPECT_TRUE(pace.wait(std::chrono::hours(1)).broken);
}

TEST(SemaphorePace, GivesTheEventsSinceTheLastCallAndNothingWhenThereAreNone) {
  sem_t semaphore{};
  ASSERT_EQ(sem_init(&semaphore, 0, 2), 0);
  SemaphorePace pace(semaphore);
  EXPECT_EQ(pace.wait(std::chrono::hours(1)).events, 2U);
  const PaceEvent none = pace.wait(core::Duration(0));
  EXPECT_EQ(none.events, 0U);
  EXPECT_FALSE(none.broken);
  sem_destroy(&semaphore);
}

TEST(VirtualClock, IsOnePeriodLaterAtEachCallAndNeverLate) {
  VirtualClock clock(milliseconds(1));
  EXPECT_EQ(clock.now(), core::Time{});
  for (int k = 0; k < 4; ++k) {
    const Wakeup wakeup = clock.wait();
    EXPECT_EQ(wakeup.scheduled, at(k * milliseconds(1)));
    EXPECT_EQ(wakeup.woke, wakeup.scheduled);
    EXPECT_EQ(clock.now(), wakeup.scheduled);
  }
  EXPECT_EQ(clock.period(), milliseconds(1));
}

}  // namespace
}  // namespace tether::runtime
