#include "tether/runtime/loops/series.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace tether::runtime {
namespace {

using core::Duration;
using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(Series, IsAllZeroWithoutSamples) {
  const Series series;
  const Moments m = series.moments();
  EXPECT_EQ(m.count, 0U);
  EXPECT_EQ(m.mean, 0);
  EXPECT_EQ(m.sigma, 0);
  EXPECT_EQ(m.min, Duration(0));
  EXPECT_EQ(m.max, Duration(0));
  EXPECT_EQ(series.percentile(0.5), Duration(0));
}

TEST(Series, GivesOneSampleBackAsItIs) {
  Series series;
  series.add(Duration(123457));
  EXPECT_EQ(series.moments().sigma, 0);
  for (const double share : {0.0, 0.5, 1.0}) EXPECT_EQ(series.percentile(share), Duration(123457));
}

TEST(Series, KnowsMeanAndSpreadOfAKnownSet) {
  Series series(milliseconds(1));
  for (const int us : {998, 1000, 1002}) series.add(microseconds(us));
  EXPECT_DOUBLE_EQ(series.moments().mean, 1e-3);
  EXPECT_NEAR(series.moments().sigma, 2e-6, 1e-15);
  EXPECT_EQ(series.moments().min, microseconds(998));
  EXPECT_EQ(series.moments().max, microseconds(1002));
}

TEST(Series, LosesNoDigitsOfASmallSpreadAboutALargeNominalValue) {
  Series series(std::chrono::hours(1));
  for (int i = 0; i < 1000; ++i) series.add(std::chrono::hours(1) + Duration(i % 2));
  EXPECT_NEAR(series.moments().sigma, 0.5e-9 * std::sqrt(1000.0 / 999.0), 1e-15);
}

TEST(Series, ResolvesToANanosecondNearItsNominalValue) {
  Series series(milliseconds(1));
  for (int ns = -100; ns <= 100; ++ns) series.add(milliseconds(1) + Duration(ns));
  EXPECT_EQ(series.percentile(0.5), milliseconds(1));
  EXPECT_EQ(series.percentile(0), milliseconds(1) - Duration(100));
  EXPECT_EQ(series.percentile(0.9), milliseconds(1) + Duration(80));
}

TEST(Series, KeepsTheExtremesOfWhatItsHistogramCannotHold) {
  Series series;
  series.add(std::chrono::hours(1000));
  series.add(-std::chrono::hours(1000));
  EXPECT_EQ(series.moments().max, std::chrono::hours(1000));
  EXPECT_EQ(series.moments().min, -std::chrono::hours(1000));
}

TEST(Series, HasBinsThatJoinWithoutGapOrOverlap) {
  const auto series = std::make_unique<Series>(microseconds(500));
  Duration next = series->bin(0).from;
  for (std::size_t i = 0; i < Series::kBins; ++i) {
    ASSERT_EQ(series->bin(i).from, next) << i;
    ASSERT_GE(series->bin(i).to, series->bin(i).from) << i;
    next = series->bin(i).to + Duration(1);
  }
  EXPECT_EQ(next - microseconds(500), Duration(std::int64_t{1} << 40));
}

// samples of all magnitudes, on both sides of the nominal value
std::vector<Duration> draw_samples(Duration nominal) {
  const auto size = static_cast<std::size_t>(*rc::gen::inRange(1, 400));
  std::vector<Duration> samples;
  for (std::size_t i = 0; i < size; ++i) {
    const int bits = *rc::gen::inRange(0, 39);
    const auto distance = *rc::gen::inRange<std::int64_t>(0, (std::int64_t{1} << bits) + 1);
    samples.push_back(nominal + Duration(*rc::gen::arbitrary<bool>() ? distance : -distance));
  }
  return samples;
}

RC_GTEST_PROP(Series, KeepsToTheErrorBoundOfItsPercentiles, ()) {
  const Duration nominal(*rc::gen::element(0, 1'000'000));
  auto samples = draw_samples(nominal);
  Series series(nominal);
  for (const Duration sample : samples) series.add(sample);
  std::sort(samples.begin(), samples.end());
  for (const double share : {0.0, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const double rank = std::max(std::ceil(share * static_cast<double>(samples.size())), 1.0);
    const Duration exact = samples[static_cast<std::size_t>(rank) - 1];
    const auto distance = std::abs(static_cast<double>((exact - nominal).count()));
    const auto error = std::abs(static_cast<double>((series.percentile(share) - exact).count()));
    RC_ASSERT(error <= std::max(0.5, distance / 128));
  }
}

RC_GTEST_PROP(Series, AgreesWithMomentsTakenInTwoPasses, ()) {
  const auto samples = draw_samples(Duration(0));
  Series series;
  long double sum = 0, squares = 0;
  for (const Duration sample : samples) {
    series.add(sample);
    sum += static_cast<long double>(sample.count());
  }
  const long double mean = sum / static_cast<long double>(samples.size());
  for (const Duration sample : samples) {
    const long double d = static_cast<long double>(sample.count()) - mean;
    squares += d * d;
  }
  const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
  const double range = 1e-9 * static_cast<double>(std::max(high->count(), -low->count()));
  const Moments m = series.moments();
  RC_ASSERT(m.count == samples.size());
  RC_ASSERT(std::abs(m.mean - 1e-9 * static_cast<double>(mean)) <= 1e-12 * range);
  const auto freedom = static_cast<long double>(std::max<std::size_t>(samples.size() - 1, 1));
  const double sigma = 1e-9 * static_cast<double>(std::sqrt(squares / freedom));
  RC_ASSERT(std::abs(m.sigma - sigma) <= 1e-12 * range);
  RC_ASSERT(m.min == *low);
  RC_ASSERT(m.max == *high);
}

}  // namespace
}  // namespace tether::runtime
