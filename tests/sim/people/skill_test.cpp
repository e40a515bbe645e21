#include "tether/sim/people/skill.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tether/sim/people/delayed_sense.hpp"
#include "tether/sim/people/stiction_retry.hpp"
#include "tether/sim/people/submovement.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

TEST(Skill, TakesFittsTime) {
  SkillParams skill;
  skill.fitts_intercept = 0.1;
  skill.fitts_slope = 0.15;
  EXPECT_NEAR(fitts_time(skill, 0.16, 0.01), 0.1 + 0.15 * 5, 1e-12);
  // nothing is easier than one bit
  EXPECT_NEAR(fitts_time(skill, 0.001, 0.01), 0.1 + 0.15, 1e-12);
}

TEST(Skill, ImprovesWithPracticeByAPowerLaw) {
  SkillParams skill;
  skill.novice_excess = 0.5;
  skill.learning_rate = 0.25;
  EXPECT_DOUBLE_EQ(clumsiness(skill, 0), 1.5);
  EXPECT_NEAR(clumsiness(skill, 15), 1.25, 1e-12);
  EXPECT_LT(clumsiness(skill, 100), clumsiness(skill, 15));
}

TEST(Submovement, EndsBesideItsAimInProportionToItsLength) {
  const SkillParams skill{.scatter = 0.05};
  RandomGenerator random(1);
  const Vector3 aim(0.1, 0, 0);
  double along = 0, across = 0;
  constexpr int kStrokes = 4000;
  for (int i = 0; i < kStrokes; ++i) {
    Submovement hand(Vector3::Zero());
    hand.begin(0, aim, 0.01, skill, 1.0, random);
    const Vector3 off = hand.at(hand.end()).position - aim;
    along += off.x() * off.x() / kStrokes;
    across += off.y() * off.y() / kStrokes;
  }
  EXPECT_NEAR(std::sqrt(along), 0.005, 0.0003);
  EXPECT_NEAR(std::sqrt(across), 0.0025, 0.0002);
}

TEST(Submovement, BeginsWhereTheLastOneIsAndRestsAtItsEnd) {
  SkillParams skill;
  skill.scatter = 0;
  RandomGenerator random(1);
  Submovement hand(Vector3::Zero());
  hand.begin(1, Vector3(0.1, 0, 0), 0.01, skill, 1.0, random);
  const double middle = (1 + hand.end()) / 2;
  const Vector3 there = hand.at(middle).position;
  EXPECT_NEAR(there.x(), 0.05, 1e-12);
  hand.begin(middle, Vector3::Zero(), 0.01, skill, 1.0, random);
  EXPECT_EQ(hand.at(middle).position, there);
  EXPECT_EQ(hand.at(hand.end() + 1).position, Vector3::Zero().eval());
  EXPECT_EQ(hand.at(hand.end() + 1).velocity, Vector3::Zero().eval());
}

TEST(DelayedSense, ReportsWhatWasThereADelayAgo) {
  DelayedSense sight(0.1);
  sight.fill(Vector3(7, 0, 0));
  for (int k = 0; k < 1000; ++k) {
    const double perceived = sight.update(1e-3, Vector3(k, 0, 0)).x();
    if (k < 100) {
      EXPECT_EQ(perceived, 7) << k;
    } else {
      EXPECT_NEAR(perceived, k - 100, 1.01) << k;
    }
  }
}

TEST(StictionRetry, DoublesWhatDidNotFollowUntilItDoes) {
  StictionRetry retry;
  const Vector3 stuck = Vector3::Zero(), way(0.01, 0, 0);
  EXPECT_EQ(retry.update(stuck, way), 1);
  EXPECT_EQ(retry.update(stuck, way), 2);
  EXPECT_EQ(retry.update(stuck, way), 4);
  EXPECT_EQ(retry.update(stuck, way), 4);
  EXPECT_EQ(retry.update(Vector3(0.008, 0, 0), way), 1);
}

}  // namespace
}  // namespace tether::sim
