#include "tether/runtime/loops/loop_statistics.hpp"

#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tether/runtime/loops/loop_report.hpp"

namespace tether::runtime {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

std::uint64_t preemptions = 0;

core::Time at_us(int us) { return core::Time(microseconds(us)); }

// of a loop that waited in good time for the one pass that was due
Wakeup woken(core::Time due, core::Time woke) {
  return {.due = due, .scheduled = due, .asked = due - microseconds(500), .woke = woke};
}

// due at k ms, with delays in µs
struct Delays {
  int wake = 0;
  int device = 0;
  int compute = 100;
  int rest = 0;
};

class LoopStatisticsOf : public ::testing::Test {
 protected:
  LoopStatisticsOf() { preemptions = 0; }

  Pass pass(int k, const Delays& d) {
    const int begin = 1000 * k + d.wake;
    return {.wakeup = woken(at_us(1000 * k), at_us(begin)),
            .begin = at_us(begin),
            .device_done = at_us(begin + d.device),
            .compute_done = at_us(begin + d.device + d.compute),
            .end = at_us(begin + d.device + d.compute + d.rest)};
  }
  void add(int k, const Delays& d) { loop->add(pass(k, d)); }
  LateTick last() const { return loop->snapshot().last_late; }

  std::unique_ptr<LoopStatistics> loop = std::make_unique<LoopStatistics>(
      LoopStatisticsParams{}, +[]() noexcept { return preemptions; });
};

TEST_F(LoopStatisticsOf, PunctualPassesFindNoneLate) {
  for (int k = 0; k < 1000; ++k) add(k, {.wake = 50 + k % 3, .device = 30, .rest = 5});
  const LoopSnapshot& s = loop->snapshot();
  EXPECT_EQ(s.passes, 1000U);
  EXPECT_EQ(s.late, 0U);
  EXPECT_EQ(s.overruns, 0U);
  EXPECT_EQ(s[LoopSeries::period].count, 999U);
  EXPECT_NEAR(s[LoopSeries::period].mean, 1e-3, 1e-8);
  EXPECT_EQ(s[LoopSeries::period].max, microseconds(1001));
  EXPECT_EQ(s[LoopSeries::wake_up].min, microseconds(50));
  EXPECT_EQ(s[LoopSeries::wake_up].max, microseconds(52));
  EXPECT_NEAR(s[LoopSeries::device].mean, 30e-6, 1e-15);
  EXPECT_NEAR(s[LoopSeries::compute].mean, 100e-6, 1e-15);
  EXPECT_EQ(s[LoopSeries::interface].count, 999U);
}

TEST_F(LoopStatisticsOf, UnmarkedPassesTakeAllForComputation) {
  loop->add({.wakeup = Wakeup::punctual(at_us(0)), .begin = at_us(10), .end = at_us(110)});
  EXPECT_EQ((*loop)[LoopSeries::compute].moments().max, microseconds(100));
  EXPECT_EQ((*loop)[LoopSeries::device].count(), 0U);
  EXPECT_EQ((*loop)[LoopSeries::interface].count(), 0U);
}

TEST_F(LoopStatisticsOf, PassesNameTheKernelThatWokeThemLate) {
  add(0, {.wake = 200});
  EXPECT_EQ(loop->snapshot().late, 0U);
  add(1, {.wake = 201});
  EXPECT_EQ(loop->snapshot().late, 1U);
  EXPECT_EQ(last().tick, 1U);
  EXPECT_EQ(last().late, microseconds(201));
  EXPECT_EQ(last().cause, LateCause::wake_up);
}

TEST_F(LoopStatisticsOf, PassesDoNotBlameAComputationThatWouldHaveFitted) {
  add(0, {.wake = 400, .compute = 700});
  EXPECT_EQ(last().cause, LateCause::wake_up);
  EXPECT_EQ(last().late, microseconds(400));
  EXPECT_EQ(loop->snapshot().overruns, 1U);
}

TEST_F(LoopStatisticsOf, PassesNameTheComputationThatTookLong) {
  add(0, {.wake = 20, .device = 100, .compute = 950});
  EXPECT_EQ(last().cause, LateCause::compute);
  EXPECT_EQ(last().late, microseconds(70));
  add(5, {.wake = 250, .compute = 5000});
  EXPECT_EQ(last().cause, LateCause::compute);
}

TEST_F(LoopStatisticsOf, PassesNameTheDeviceThatTookLong) {
  add(0, {.device = 2000});
  EXPECT_EQ(last().cause, LateCause::device);
  add(5, {.device = 0, .rest = 2000});
  EXPECT_EQ(last().cause, LateCause::device);
}

TEST_F(LoopStatisticsOf, PassesNamePreemptionOnlyWhenItFellIntoTheLongPass) {
  add(0, {});
  preemptions = 1;
  add(1, {.compute = 1500});
  EXPECT_EQ(last().cause, LateCause::preempted);
  add(3, {.compute = 1500});
  EXPECT_EQ(last().cause, LateCause::compute);
}

TEST_F(LoopStatisticsOf, PassesForgetPreemptionsOfLongAgo) {
  add(0, {});
  preemptions = 7;
  for (int k = 1; k < 200; ++k) add(k, {});
  add(200, {.compute = 1500});
  EXPECT_EQ(last().cause, LateCause::compute);
}

TEST_F(LoopStatisticsOf, PassesThatWaitedForTheOneBeforeShareItsCause) {
  add(0, {.device = 1600});
  loop->add({.wakeup = {.due = at_us(1000),
                        .scheduled = at_us(1000),
                        .asked = at_us(1703),
                        .woke = at_us(1705)},
             .begin = at_us(1705),
             .end = at_us(1800)});
  EXPECT_EQ(last().tick, 1U);
  EXPECT_EQ(last().late, microseconds(705));
  EXPECT_EQ(last().cause, LateCause::device);
  // the kernel was never asked to wake it at 1000
  EXPECT_EQ((*loop)[LoopSeries::wake_up].moments().max, microseconds(2));
}

TEST_F(LoopStatisticsOf, PassesAreLateByMoreThanAPeriodWhenTheKernelWakesThemSo) {
  add(0, {});
  // due at 1 ms, woken at 13.95 ms: it stands for the instant 13 ms, but was due for 12.95 ms
  loop->add({.wakeup = {.due = at_us(1000),
                        .scheduled = at_us(13000),
                        .asked = at_us(100),
                        .woke = at_us(13950),
                        .missed = 12},
             .begin = at_us(13950),
             .end = at_us(14050)});
  EXPECT_EQ((*loop)[LoopSeries::wake_up].moments().max, microseconds(12950));
  EXPECT_EQ(last().late, microseconds(12950));
  EXPECT_EQ(last().due, at_us(1000));
  EXPECT_EQ(last().cause, LateCause::wake_up);
  EXPECT_EQ(last().tick, 13U);
}

TEST_F(LoopStatisticsOf, PassesThatAnOverrunMadeLateDoNotBlameTheKernelForAnyOfIt) {
  add(0, {.compute = 3350});
  loop->add({.wakeup = {.due = at_us(1000),
                        .scheduled = at_us(3000),
                        .asked = at_us(3360),
                        .woke = at_us(3365),
                        .missed = 2},
             .begin = at_us(3365),
             .end = at_us(3465)});
  EXPECT_EQ(last().late, microseconds(2365));
  EXPECT_EQ(last().cause, LateCause::compute);
  EXPECT_EQ((*loop)[LoopSeries::wake_up].moments().max, microseconds(5));
}

TEST_F(LoopStatisticsOf, PassesWokenLateAndThenLongNameWhatCostMore) {
  add(0, {});
  Pass late = pass(13, {.wake = 950, .compute = 1200});
  late.wakeup.due = at_us(1000);
  late.wakeup.asked = at_us(100);
  late.wakeup.missed = 12;
  loop->add(late);
  // its end is 1.15 ms after the next was due, its begin 12.95 ms after it was due itself
  EXPECT_EQ(last().late, microseconds(12950));
  EXPECT_EQ(last().cause, LateCause::wake_up);
  EXPECT_EQ(loop->snapshot().overruns, 1U);
}

TEST_F(LoopStatisticsOf, PassesHeldUpOutsideOfAllThatIsMeasuredNameNobodyWhoWasLateBefore) {
  add(0, {.device = 1500});  // a late pass of the device's, long ago
  ASSERT_EQ(last().cause, LateCause::device);
  add(5, {});
  Pass late = pass(6, {.wake = 800});
  late.wakeup.asked = at_us(6790);
  loop->add(late);
  EXPECT_EQ(last().cause, LateCause::compute);
  preemptions = 1;
  Pass again = pass(7, {.wake = 800});
  again.wakeup.asked = at_us(7790);
  loop->add(again);
  EXPECT_EQ(last().cause, LateCause::preempted);
}

TEST_F(LoopStatisticsOf, ASilentDeviceNamesTheDevice) {
  Wakeup silent = woken(at_us(1000), at_us(11000));
  silent.silent = true;
  loop->add({.wakeup = silent, .begin = at_us(11000), .end = at_us(11010)});
  EXPECT_EQ(last().cause, LateCause::device);
}

TEST_F(LoopStatisticsOf, PassesThatWereLeftOutCountAsTicks) {
  add(0, {});
  Pass late = pass(4, {});
  late.wakeup.missed = 3;
  loop->add(late);
  add(5, {.wake = 300});
  EXPECT_EQ(loop->snapshot().missed, 3U);
  EXPECT_EQ(last().tick, 5U);
}

TEST_F(LoopStatisticsOf, ManyLatePassesKeepsTheWorstWithTheLatestFirst) {
  for (int k = 0; k < 100; ++k) add(k, {.wake = 201 + (37 * k) % 100});
  EXPECT_EQ(loop->snapshot().late, 100U);
  const LoopReport out = report("side", *loop, {});
  ASSERT_EQ(out.late.size(), LoopStatistics::kWorst);
  for (std::size_t i = 0; i < out.late.size(); ++i) {
    EXPECT_EQ(out.late[i].late, microseconds(300 - static_cast<int>(i)));
  }
}

TEST_F(LoopStatisticsOf, PacketsGiveTransmitAndReceivePeriods) {
  for (const int us : {0, 1000, 2100}) loop->transmitted(at_us(us));
  for (const int us : {500, 2500}) loop->received(at_us(us));
  EXPECT_EQ((*loop)[LoopSeries::transmit].moments().max, microseconds(1100));
  EXPECT_NEAR((*loop)[LoopSeries::transmit].moments().mean, 1050e-6, 1e-15);
  EXPECT_EQ((*loop)[LoopSeries::receive].moments().min, microseconds(2000));
}

TEST_F(LoopStatisticsOf, ARunningLoopCanBeReadByAnotherThread) {
  constexpr int kPasses = 20000;
  std::thread running([&] {
    for (int k = 0; k < kPasses; ++k) add(k, {.wake = k % 100});
  });
  LoopSnapshot seen;
  std::uint64_t last = 0;
  while (seen.passes < kPasses) {
    if (!loop->read(seen)) continue;
    ASSERT_GT(seen.passes, last);
    // never half of one pass and half of another
    ASSERT_EQ(seen[LoopSeries::wake_up].count, seen.passes);
    ASSERT_EQ(seen[LoopSeries::period].count, seen.passes - 1);
    last = seen.passes;
  }
  running.join();
}

TEST_F(LoopStatisticsOf, APassTakesNoHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "a sanitizer has its own allocator";
  auto real = std::make_unique<LoopStatistics>(LoopStatisticsParams{});
  const test::AllocationCounter counter;
  for (int k = 0; k < 1000; ++k) real->add(pass(k, {.wake = k, .compute = 2 * k}));
  EXPECT_EQ(counter.allocations(), 0);
}

TEST(LoopReport, HasBarsThatHoldEverySampleOnceAndInOrder) {
  auto series = std::make_unique<Series>(milliseconds(1));
  std::uint64_t samples = 0;
  for (int ns = -1'000'000; ns <= 1'000'000; ns += 997, ++samples) {
    series->add(milliseconds(1) + core::Duration(ns));
  }
  // far outside of what bins can distinguish
  series->add(std::chrono::hours(2));
  series->add(-std::chrono::hours(2));
  samples += 2;
  const SeriesReport out = report(*series);
  std::uint64_t held = 0;
  double end = -1e9;
  for (const HistogramBar& bar : out.histogram) {
    EXPECT_LT(bar.from, bar.to);
    EXPECT_GE(bar.from, end - 1e-12);
    EXPECT_GT(bar.count, 0U);
    end = bar.to;
    held += bar.count;
  }
  EXPECT_EQ(held, samples);
  EXPECT_LT(out.histogram.size(), 300U);
}

TEST(LoopReport, CarriesNameGrantAndPercentiles) {
  auto loop = std::make_unique<LoopStatistics>(LoopStatisticsParams{.period = milliseconds(2)});
  for (int k = 0; k < 100; ++k) {
    loop->add({.wakeup = woken(at_us(2000 * k), at_us(2000 * k + k + 1)),
               .begin = at_us(2000 * k + k + 1),
               .end = at_us(2000 * k + 200)});
  }
  const LoopReport out = report("leader", *loop, {.fifo = true, .priority = 80});
  EXPECT_EQ(out.name, "leader");
  EXPECT_TRUE(out.grant.fifo);
  EXPECT_DOUBLE_EQ(out.nominal_period, 2e-3);
  EXPECT_EQ(out.passes, 100U);
  EXPECT_NEAR(out.wake_up.p50, 50e-6, 50e-6 / 128);
  EXPECT_NEAR(out.wake_up.p90, 90e-6, 90e-6 / 128);
  EXPECT_NEAR(out.wake_up.p99, 99e-6, 99e-6 / 128);
  EXPECT_NEAR(out.wake_up.p999, 100e-6, 100e-6 / 128);
  EXPECT_EQ(out.transmit.count, 0U);
  EXPECT_TRUE(out.transmit.histogram.empty());
}

TEST(LoopStatistics, NamesCausesAndSeriesAsTheyStandInTheSummary) {
  EXPECT_STREQ(name(LateCause::preempted), "preempted");
  EXPECT_STREQ(name(LoopSeries::wake_up), "wake_up");
  EXPECT_STREQ(name(LoopSeries::receive), "receive");
}

}  // namespace
}  // namespace tether::runtime
