#include "tether/link/sample_check.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tether/control/engagement.hpp"
#include "tether/passivity/methods.hpp"

namespace tether::link {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// a reference to every number of a sample that is not part of its turn
std::vector<double*> numbers(Sample& sample) {
  std::vector<double*> all{&sample.energy};
  for (spatial::Vector3* v : {&sample.position, &sample.torque, &sample.force, &sample.wave}) {
    for (int i = 0; i < 3; ++i) all.push_back(&(*v)[i]);
  }
  return all;
}

TEST(PlausibleSample, IsWhatASideSends) {
  Sample sample;
  sample.sent = core::Time(std::chrono::hours(1));
  sample.force = {1, -2, 3};
  sample.energy = -7;
  sample.method = 5;
  sample.engagement = control::kEngagements - 1;
  EXPECT_TRUE(plausible(sample));
  EXPECT_TRUE(plausible({}));
}

TEST(PlausibleSample, HasOnlyNumbersThatAreFiniteAndNotAbsurd) {
  Sample sample;
  for (double* number : numbers(sample)) {
    for (const double bad : {kNan, kInfinity, -kInfinity, 1e300, -2 * kLargest}) {
      *number = bad;
      EXPECT_FALSE(plausible(sample));
    }
    *number = -kLargest;
    EXPECT_TRUE(plausible(sample));
    *number = 0;
  }
}

TEST(PlausibleSample, HasATurnOfUnitLength) {
  for (const Eigen::Quaterniond& turn :
       {Eigen::Quaterniond(0, 0, 0, 0), Eigen::Quaterniond(1, 1e-2, 0, 0),
        Eigen::Quaterniond(kNan, 0, 0, 1), Eigen::Quaterniond(1, kInfinity, 0, 0),
        Eigen::Quaterniond(1e200, 0, 0, 1e200)}) {
    Sample sample;
    sample.orientation = turn;
    EXPECT_FALSE(plausible(sample)) << turn.coeffs().transpose();
  }
}

TEST(PlausibleSample, HasTimesSinceTheSessionBegan) {
  Sample sample;
  sample.sent -= core::Duration(1);
  EXPECT_FALSE(plausible(sample));
  sample = {};
  sample.echo -= core::Duration(1);
  EXPECT_FALSE(plausible(sample));
  sample = {};
  sample.held = core::Duration(-1);
  EXPECT_FALSE(plausible(sample));
}

TEST(PlausibleSample, IsInModesThatExist) {
  Sample sample;
  sample.method = static_cast<std::uint8_t>(passivity::methods().size());
  EXPECT_FALSE(plausible(sample));
  sample = {};
  sample.engagement = control::kEngagements;
  EXPECT_FALSE(plausible(sample));
}

}  // namespace
}  // namespace tether::link
