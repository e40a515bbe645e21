#include "tether/report/plots/delay_histogram.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tether::report {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

constexpr core::Duration kBarWidth = milliseconds(1);

DelayHistogram histogram(const std::vector<int>& delays_ms) {
  DelayHistogram made(kBarWidth);
  for (const int delay : delays_ms) made.add(milliseconds(delay));
  return made;
}

std::uint64_t sum(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

TEST(DelayHistogram, HasABarForEachDelayAndAnEmptyOneAtEitherEnd) {
  const auto bars = DelayHistogram::side_by_side(histogram({40, 41, 41}), histogram({42, 40}), 48);
  EXPECT_EQ(bars.width, kBarWidth);
  EXPECT_THAT(bars.from, ElementsAre(milliseconds(39), milliseconds(40), milliseconds(41),
                                     milliseconds(42), milliseconds(43)));
  EXPECT_THAT(bars.first, ElementsAre(0, 1, 2, 0, 0));
  EXPECT_THAT(bars.second, ElementsAre(0, 1, 0, 1, 0));
}

TEST(DelayHistogram, ShowsNoDelayBelowZero) {
  const auto bars = DelayHistogram::side_by_side(histogram({0, -3}), histogram({}), 48);
  EXPECT_THAT(bars.from, ElementsAre(milliseconds(0), milliseconds(1)));
  EXPECT_THAT(bars.first, ElementsAre(2, 0));
}

TEST(DelayHistogram, IsEmptyWhenNothingCame) {
  EXPECT_TRUE(DelayHistogram::side_by_side(histogram({}), histogram({}), 48).from.empty());
}

TEST(DelayHistogram, JoinsBarsThatWouldBeTooMany) {
  const auto bars = DelayHistogram::side_by_side(histogram({0, 1, 2, 3, 7}), histogram({}), 4);
  EXPECT_EQ(bars.width, 2 * kBarWidth);
  EXPECT_THAT(bars.first, ElementsAre(2, 2, 0, 1, 0));
}

RC_GTEST_PROP(DelayHistogram, CountsEveryDelayOnceHoweverLong, ()) {
  // up to a minute, far beyond the finest bins
  const auto delays = rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 60'000));
  const auto first = *delays, second = *delays;
  const auto max_bars = *rc::gen::inRange<std::size_t>(1, 60);
  const auto bars = DelayHistogram::side_by_side(histogram(first), histogram(second), max_bars);
  RC_ASSERT(sum(bars.first) == first.size());
  RC_ASSERT(sum(bars.second) == second.size());
  RC_ASSERT(bars.from.size() <= max_bars + 2);
  for (const int delay : first) {
    const auto at = (milliseconds(delay) - bars.from.front()) / bars.width;
    RC_ASSERT(bars.first.at(static_cast<std::size_t>(at)) > 0U);
  }
}

}  // namespace
}  // namespace tether::report
