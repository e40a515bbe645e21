#include "assist/obstacles/scan_smoothing.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace tether::assist {
namespace {

RangeScan whole() {
  RangeScan scan;
  scan.count = kTim561Beams;
  for (int i = 0; i < scan.count; ++i)
    scan.ranges[static_cast<std::size_t>(i)] = 1 + 0.5F * static_cast<float>(i % 5);
  return scan;
}

TEST(ScanSmoothing, Leaves809Of811BeamsOneStepFartherOn) {
  RangeScan scan = whole(), smoothed;
  scan.number = 7;
  smooth(scan, smoothed);
  EXPECT_EQ(smoothed.count, 809);
  EXPECT_EQ(smoothed.number, 7U);
  for (int i = 0; i < smoothed.count; ++i) {
    EXPECT_NEAR(smoothed.angle(i), scan.angle(i + 1), 1e-12);
    const auto k = static_cast<std::size_t>(i);
    EXPECT_FLOAT_EQ(smoothed.ranges[k],
                    (scan.ranges[k] + scan.ranges[k + 1] + scan.ranges[k + 2]) / 3);
  }
}

TEST(ScanSmoothing, LeavesNothingOfLessThanThreeBeams) {
  RangeScan scan = whole(), smoothed;
  for (const int count : {-5, 0, 1, 2}) {
    scan.count = count;
    smooth(scan, smoothed);
    EXPECT_EQ(smoothed.count, 0);
  }
  scan.count = 1'000'000;
  smooth(scan, smoothed);
  EXPECT_EQ(smoothed.count, kMaxBeams - 2);
}

TEST(ScanSmoothing, PutsNoObstacleBetweenNearAndNothing) {
  EXPECT_EQ(smoothed(1, kNothing, 1), kNothing);
  EXPECT_EQ(smoothed(1, kNothing, kNothing), kNothing);
  EXPECT_EQ(smoothed(kNoAnswer, kNothing, 1), kNothing);
  // the edge of something stays where it is
  EXPECT_EQ(smoothed(1, 1, kNothing), 1);
  // as does a post that only one beam meets
  EXPECT_EQ(smoothed(kNothing, 2, kNothing), 2);
}

TEST(ScanSmoothing, HidesNoWallBehindADropOut) {
  EXPECT_EQ(smoothed(1, kNoAnswer, 3), 2);
  EXPECT_EQ(smoothed(1, kNoAnswer, kNoAnswer), 1);
  EXPECT_EQ(smoothed(kNoAnswer, kNoAnswer, 1), 1);
  EXPECT_EQ(smoothed(kNothing, kNoAnswer, 1), 1);
  EXPECT_EQ(smoothed(kNoAnswer, 1, kNoAnswer), 1);
}

TEST(ScanSmoothing, KnowsNothingOnlyWhereNobodyAnswered) {
  EXPECT_TRUE(std::isnan(smoothed(kNoAnswer, kNoAnswer, kNoAnswer)));
  EXPECT_EQ(smoothed(kNothing, kNoAnswer, kNoAnswer), kNothing);
}

TEST(ScanSmoothing, TakesDistancesThatCannotBeForNoAnswer) {
  EXPECT_EQ(smoothed(-1, 1, 3), 2);
  EXPECT_EQ(smoothed(0, 1, -kNothing), 1);
  EXPECT_TRUE(std::isnan(smoothed(-1, 0, -kNothing)));
}

}  // namespace
}  // namespace tether::assist
