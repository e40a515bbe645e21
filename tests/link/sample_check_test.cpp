#include "tether/link/sample_check.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/not_finite.hpp"
#include "tether/control/engagement/engagement.hpp"
#include "tether/passivity/methods/methods.hpp"

namespace tether::link {
namespace {

using test::kInfinity;
using test::kNaN;

// a reference to every number of a sample that is not part of its turn
std::vector<double*> numbers(signals::Sample& sample) {
  std::vector<double*> all{&sample.energy};
  for (spatial::Vector3* v : {&sample.position, &sample.torque, &sample.force, &sample.wave}) {
    for (int i = 0; i < 3; ++i) all.push_back(&(*v)[i]);
  }
  return all;
}

TEST(GoodSample, IsWhatASideSends) {
  signals::Sample sample;
  sample.sent = core::Time(std::chrono::hours(1));
  sample.force = {1, -2, 3};
  sample.energy = -7;
  sample.method = 5;
  sample.engagement = control::kEngagements - 1;
  EXPECT_EQ(check(sample), SampleError::none);
  EXPECT_EQ(check({}), SampleError::none);
}

TEST(GoodSample, HasOnlyNumbersThatAreFiniteAndNotAbsurd) {
  signals::Sample sample;
  for (double* number : numbers(sample)) {
    for (const double bad : {kNaN, kInfinity, -kInfinity, 1e300, -2 * kLargestFigure}) {
      *number = bad;
      EXPECT_EQ(check(sample), SampleError::number);
    }
    *number = -kLargestFigure;
    EXPECT_EQ(check(sample), SampleError::none);
    *number = 0;
  }
}

TEST(GoodSample, HasATurnOfUnitLength) {
  for (const Eigen::Quaterniond& turn :
       {Eigen::Quaterniond(0, 0, 0, 0), Eigen::Quaterniond(1, 1e-2, 0, 0),
        Eigen::Quaterniond(kNaN, 0, 0, 1), Eigen::Quaterniond(1, kInfinity, 0, 0),
        Eigen::Quaterniond(1e200, 0, 0, 1e200)}) {
    signals::Sample sample;
    sample.orientation = turn;
    EXPECT_NE(check(sample), SampleError::none) << turn.coeffs().transpose();
  }
}

TEST(GoodSample, IsObstructedByAShare) {
  for (int way = 0; way < 4; ++way) {
    signals::Sample sample;
    for (const double bad : {kNaN, kInfinity, -kInfinity, -1e-3, 1.001}) {
      sample.obstruction[way] = static_cast<float>(bad);
      EXPECT_EQ(check(sample), SampleError::obstruction);
    }
    sample.obstruction[way] = 1;
    EXPECT_EQ(check(sample), SampleError::none);
  }
}

TEST(GoodSample, TellsOfAWallInASlotThatThereIsAndWithADirection) {
  signals::Sample sample;
  for (int slot = 0; slot < 256; ++slot) {
    sample.wall = static_cast<std::uint8_t>(slot);
    EXPECT_EQ(check(sample), slot < control::kContactPlanes ? SampleError::none : SampleError::wall);
  }
  sample.wall = 0;
  for (const float length : {0.0F, 0.99F, 1.01F}) {
    sample.wall_normal = {0, length, 0};
    sample.wall_generation = 0;
    EXPECT_EQ(check(sample), SampleError::none) << "nothing was found there";
    sample.wall_generation = 1;
    EXPECT_EQ(check(sample), SampleError::wall);
  }
  sample.wall_normal = {0, 0.6F, 0.8F};
  EXPECT_EQ(check(sample), SampleError::none);
  for (int figure = 0; figure < 3; ++figure) {
    for (const double bad : {kNaN, kInfinity, -1e-3}) {
      sample.wall_figures.setZero();
      sample.wall_figures[figure] = static_cast<float>(bad);
      EXPECT_EQ(check(sample), bad < 0 ? SampleError::wall : SampleError::number);
    }
  }
}

TEST(GoodSample, HasTimesSinceTheSessionBegan) {
  signals::Sample sample;
  sample.echoes = true;
  for (const core::Duration bad : {core::Duration(-1), kLongestTime + core::Duration(1)}) {
    signals::Sample early = sample;
    early.sent = core::Time(bad);
    EXPECT_EQ(check(early), SampleError::stamp);
    early = sample;
    early.echo = core::Time(bad);
    EXPECT_EQ(check(early), SampleError::echo);
    early = sample;
    early.held = bad;
    EXPECT_EQ(check(early), SampleError::echo);
  }
}

TEST(GoodSample, EchoesNothingWhereThereIsNoEcho) {
  signals::Sample sample;
  sample.echo += core::Duration(1);
  EXPECT_EQ(check(sample), SampleError::echo);
  sample.echoes = true;
  EXPECT_EQ(check(sample), SampleError::none);
}

TEST(GoodSample, IsInModesThatExist) {
  signals::Sample sample;
  sample.method = passivity::kMethods;
  EXPECT_EQ(check(sample), SampleError::method);
  sample = {};
  sample.engagement = control::kEngagements;
  EXPECT_EQ(check(sample), SampleError::engagement);
  sample = {};
  sample.coupling = control::kCouplings;
  EXPECT_EQ(check(sample), SampleError::coupling);
}

}  // namespace
}  // namespace tether::link
