#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/report/tick.hpp"
#include "tether/report/report.hpp"

namespace tether::report {
namespace {

using ::testing::ElementsAre;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Decimator decimated(const std::vector<float>& values, std::size_t max_points) {
  Decimator decimator(1, max_points);
  for (std::size_t i = 0; i < values.size(); ++i) {
    decimator.add(kTick * static_cast<double>(i), std::array{values[i]});
  }
  return decimator;
}

TEST(Decimator, KeepsAShortSignalAsItIs) {
  const std::vector<float> values = {3, 1, 4, 1, 5};
  const Decimator decimator = decimated(values, 8);
  EXPECT_EQ(decimator.signal(0), values);
  EXPECT_THAT(decimator.time_s(), ElementsAre(0.0F, 0.001F, 0.002F, 0.003F, 0.004F));
}

TEST(Decimator, LeavesTheExtremesOfABinInOrderOfOccurrence) {
  // two bins of four: rising through its extremes, then falling
  const Decimator decimator = decimated({2, 1, 9, 5, 3, 8, 7, 0}, 4);
  EXPECT_THAT(decimator.signal(0), ElementsAre(1, 9, 8, 0));
  EXPECT_THAT(decimator.time_s(), ElementsAre(0.0F, 0.002F, 0.004F, 0.006F));
}

TEST(Decimator, SharesTimesBetweenSignals) {
  Decimator decimator(2, 4);
  for (int i = 0; i < 8; ++i) {
    const auto value = static_cast<float>(i);
    decimator.add(kTick * i, std::array{value, -value});
  }
  EXPECT_THAT(decimator.signal(0), ElementsAre(0, 3, 4, 7));
  EXPECT_THAT(decimator.signal(1), ElementsAre(0, -3, -4, -7));
  EXPECT_EQ(decimator.time_s().size(), 4U);
}

TEST(Decimator, LeavesAGapOnlyWhereABinHasNoValue) {
  const Decimator decimator = decimated({kNan, 1, kNan, 2, kNan, kNan, kNan, kNan}, 4);
  const auto values = decimator.signal(0);
  EXPECT_EQ(values[0], 1.0F);
  EXPECT_EQ(values[1], 2.0F);
  EXPECT_TRUE(std::isnan(values[2]));
  EXPECT_TRUE(std::isnan(values[3]));
}

TEST(Decimator, ReducesALongSessionToWhatAPlotNeeds) {
  std::vector<float> values(600'000);  // ten minutes at 1 kHz
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::sin(1e-3F * static_cast<float>(i));
  }
  values[123'456] = 7.0F;  // one sample in 600 000
  values[543'210] = -7.0F;
  const Decimator decimator = decimated(values, 6000);
  const auto kept = decimator.signal(0);
  EXPECT_LE(kept.size(), 6000U);
  EXPECT_GT(kept.size(), 3000U);
  EXPECT_EQ(*std::max_element(kept.begin(), kept.end()), 7.0F);
  EXPECT_EQ(*std::min_element(kept.begin(), kept.end()), -7.0F);
  // drawn less than one bin from where it was
  const auto peak = std::max_element(kept.begin(), kept.end()) - kept.begin();
  const auto times = decimator.time_s();
  const double bin = 2.0 * static_cast<double>(times[1] - times[0]);
  EXPECT_NEAR(static_cast<double>(times[static_cast<std::size_t>(peak)]), 123.456, bin);
}

RC_GTEST_PROP(Decimator, NeverLosesAnExtremeNorInventsAValue, ()) {
  const auto samples =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-1000, 1000)));
  const auto max_points = *rc::gen::inRange<std::size_t>(4, 40);
  const std::vector<float> values(samples.begin(), samples.end());
  const Decimator decimator = decimated(values, max_points);
  const auto kept = decimator.signal(0);
  const auto times = decimator.time_s();
  RC_ASSERT(kept.size() <= max_points);
  RC_ASSERT(kept.size() == times.size());
  RC_ASSERT(std::is_sorted(times.begin(), times.end()));
  RC_ASSERT(*std::max_element(kept.begin(), kept.end()) ==
            *std::max_element(values.begin(), values.end()));
  RC_ASSERT(*std::min_element(kept.begin(), kept.end()) ==
            *std::min_element(values.begin(), values.end()));
  for (const float value : kept) {
    RC_ASSERT(std::find(values.begin(), values.end(), value) != values.end());
  }
}

}  // namespace
}  // namespace tether::report
