#include "tether/control/estimators/sample_rate.hpp"

#include <gtest/gtest.h>

namespace tether::control {
namespace {

core::Time at(double seconds) { return core::Time(core::duration_from_seconds(seconds)); }

TEST(SampleRate, IsNotKnownBeforeTwoSamples) {
  SampleRate rate;
  EXPECT_EQ(rate.rate(), 0);
  rate.add(at(3));
  EXPECT_EQ(rate.rate(), 0);
  rate.add(at(3.1));
  EXPECT_NEAR(rate.rate(), 10, 1e-9);
}

TEST(SampleRate, FollowsAnotherRateWithinTensOfSamples) {
  SampleRate rate;
  double t = 0;
  for (int k = 0; k < 100; ++k) rate.add(at(t += 0.01));
  EXPECT_NEAR(rate.rate(), 100, 1e-6);
  for (int k = 0; k < 60; ++k) rate.add(at(t += 0.02));
  EXPECT_NEAR(rate.rate(), 50, 0.1);
}

TEST(SampleRate, CountsNoSampleTwice) {
  SampleRate rate;
  for (int k = 0; k < 100; ++k) rate.add(at(0.02 * (k / 2)));
  rate.add(at(0));
  EXPECT_NEAR(rate.rate(), 50, 1e-6);
}

}  // namespace
}  // namespace tether::control
