#include "tether/core/time.hpp"

#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace tether::core {
namespace {

using namespace std::chrono_literals;

static_assert(seconds(1500ms) == 1.5);
static_assert(seconds(Time(250ms)) == 0.25);
static_assert(duration_from_seconds(0.001) == 1ms);

TEST(Time, RoundsToTheNearestNanosecond) {
  EXPECT_EQ(duration_from_seconds(0), 0ns);
  EXPECT_EQ(duration_from_seconds(1.4e-9), 1ns);
  EXPECT_EQ(duration_from_seconds(1.6e-9), 2ns);
  EXPECT_EQ(duration_from_seconds(-1.4e-9), -1ns);
  EXPECT_EQ(duration_from_seconds(-1.6e-9), -2ns);
  // 0.3 is not a binary fraction; truncation would give 299 999 999 or 300 000 000 by luck
  EXPECT_EQ(duration_from_seconds(0.3), 300ms);
  EXPECT_EQ(duration_from_seconds(1.1), 1100ms);
}

TEST(Time, SurvivesTheWayToSecondsAndBack) {
  // up to a day of session time a double holds each nanosecond
  std::mt19937_64 random(1);
  std::uniform_int_distribution<Duration::rep> nanoseconds(-86'400'000'000'000, 86'400'000'000'000);
  for (int i = 0; i < 100'000; ++i) {
    const Duration d(nanoseconds(random));
    ASSERT_EQ(duration_from_seconds(seconds(d)), d);
  }
}

TEST(Time, OfAPointIsTheTimeSinceTheSessionBegan) {
  const Time begin;
  EXPECT_EQ(seconds(begin), 0.0);
  EXPECT_EQ(seconds(begin + 2s), 2.0);
  EXPECT_EQ((begin + 2s) - (begin + 500ms), 1500ms);
}

}  // namespace
}  // namespace tether::core
