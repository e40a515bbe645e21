#include "tether/passivity/methods/effort_bound.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::passivity {
namespace {

robot::JointVector random_joints(test::RandomDraw& draw, Eigen::Index n, double most) {
  robot::JointVector v(n);
  for (double& x : v) x = draw.between(-most, most);
  return v;
}

// a port that moved somehow, after some efforts
PortMotion random_motion(test::RandomDraw& draw, Eigen::Index n) {
  PortMotion motion({.tick = 1e-3,
                     .window = 1e-3 * (1 << draw.pick(3)),
                     .outside_force = draw.bernoulli(0.5) ? 20.0 : 0.0});
  for (int k = 0; k < 5; ++k) {
    motion.update(port_at(random_joints(draw, n, 1e-3), random_joints(draw, n, 1),
                          random_joints(draw, n, 10), draw.between(0.2, 3)));
    if (k < 4) motion.commanded(random_joints(draw, n, 10));
  }
  return motion;
}

// the parallel part of |a| that b is
double along(const robot::JointVector& a, const robot::JointVector& b) {
  return a.dot(b) / (a.norm() * b.norm());
}

TEST(ScaleTo, KeepsTheDirectionNeverRaisesAndStaysWithinTheLevel) {
  test::RandomDraw draw(1);
  int scaled = 0, zero = 0;
  for (int i = 0; i < 20000; ++i) {
    const Eigen::Index n = 1 + draw.pick(3);
    const PortMotion motion = random_motion(draw, n);
    const robot::JointVector effort = random_joints(draw, n, 12);
    const double level = 1e-2 * draw.unit() * draw.unit();
    const robot::JointVector bound = scale_to(level, effort, motion);
    const double asked = motion.foreseen(effort).total();
    if (asked <= level) {
      EXPECT_EQ(bound, effort) << i;
      continue;
    }
    if (bound.isZero(0)) {
      // only what cannot be called back may have used up everything
      EXPECT_GE(motion.committed(), level) << i;
      ++zero;
      continue;
    }
    ++scaled;
    EXPECT_LT(bound.norm(), effort.norm()) << i;
    EXPECT_NEAR(along(bound, effort), 1, 1e-12) << i;
    EXPECT_NEAR(motion.foreseen(bound).total(), level, 1e-12) << i;
  }
  EXPECT_GT(scaled, 2000);
  EXPECT_GT(zero, 200);
}

TEST(ScaleTo, LeavesAnEffortThatTakesEnergyAsItIsWhileThereIsAnyLevel) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0}), joints({1}), joints({0})));
  motion.update(port_at(joints({1e-3}), joints({1}), joints({0})));
  EXPECT_EQ(scale_to(1e-12, joints({-10}), motion), joints({-10}));
}

TEST(ScaleTo, GivesNothingWithoutALevelNotEvenWhatTakesEnergy) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0}), joints({1}), joints({0})));
  for (const double level : {0.0, -1e-3}) {
    EXPECT_EQ(scale_to(level, joints({-10}), motion), joints({0}));
    EXPECT_EQ(scale_to(level, joints({10}), motion), joints({0}));
  }
}

// 10 N at 1 m/s for 1 ms is 10 mJ + ½ T² τ² / m = 0.2 mJ; s = 0.1: 1 mJ + 2 µJ
TEST(ScaleTo, ScalesToTheNumberWorkedByHand) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0}), joints({1}), joints({0})));
  EXPECT_NEAR(scale_to(1.002e-3, joints({10}), motion)[0], 1, 1e-9);
}

TEST(ScaleTo, HoldsBackWhatIsFormerlyCommittedFirst) {
  PortMotion motion(kWaiting);
  for (int k = 0; k < 3; ++k) {
    motion.update(port_at(joints({1e-3 * k}), joints({1}), joints({0})));
    motion.commanded(joints({3}));
  }
  const double level = motion.committed() + 1e-3;
  ASSERT_GT(motion.committed(), 1e-3);
  const auto bound = scale_to(level, joints({10}), motion);
  EXPECT_NEAR(motion.foreseen(bound).linear + motion.foreseen(bound).quadratic, 1e-3, 1e-12);
  EXPECT_EQ(scale_to(motion.committed(), joints({10}), motion), joints({0}));
}

TEST(PayableShare, StaysBetweenNothingAndAllHoweverSmallTheNumbers) {
  for (const double level : {1e-300, 1e-20, 1e-9, 1.0}) {
    for (const double linear : {-1.0, -1e-8, -1e-300, 0.0, 1e-300, 1e-8, 1.0}) {
      for (const double quadratic : {0.0, 1e-300, 1e-20, 1e-6, 2.0}) {
        const double share = payable_share(level, {linear, quadratic, 0});
        EXPECT_GE(share, 0) << level << ' ' << linear << ' ' << quadratic;
        EXPECT_LE(share, 1) << level << ' ' << linear << ' ' << quadratic;
        EXPECT_LE(share * linear + share * share * quadratic, level * (1 + 1e-9) + 1e-15);
      }
    }
  }
}

TEST(DampTo, LeavesWhatIsAcrossTheMotion) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0, 0}), joints({1, 0}), joints({0, 0})));
  motion.update(port_at(joints({1e-3, 0}), joints({1, 0}), joints({0, 0})));
  const auto bound = damp_to(3e-3, joints({10, 2}), motion);
  // 3 mJ in 1 ms at 1 m/s: 3 N along the motion, less what both efforts' own speed adds
  EXPECT_NEAR(bound[0], 3, 0.05);
  EXPECT_NEAR(bound[1], 2, 0.05);
  EXPECT_LE(motion.foreseen(bound).total(), 3e-3 + 1e-12);
}

TEST(DampTo, AddsNoMoreDampingThanTheDeviceBearsAndScalesTheRest) {
  PortMotion motion(kDirect);
  const double mass = 0.004;
  motion.update(port_at(joints({0, 0}), joints({1, 0}), joints({0, 0}), mass));
  motion.update(port_at(joints({1e-3, 0}), joints({1, 0}), joints({0, 0}), mass));
  const auto bound = damp_to(3e-3, joints({10, 2}), motion);
  // a damper of 4 g / 2 ms = 2 N s/m: 10 − 2 · 1 = 8 N along, then both scaled
  EXPECT_NEAR(bound[0] / bound[1], 4, 1e-9);
  EXPECT_NEAR(motion.foreseen(bound).total(), 3e-3, 1e-12);
}

TEST(DampTo, StaysWithinTheLevelWhateverTheMotion) {
  test::RandomDraw draw(2);
  int touched = 0;
  for (int i = 0; i < 20000; ++i) {
    const Eigen::Index n = 1 + draw.pick(3);
    const PortMotion motion = random_motion(draw, n);
    const robot::JointVector effort = random_joints(draw, n, 12);
    const double level = 1e-2 * draw.between(-0.1, 1);
    const robot::JointVector bound = damp_to(level, effort, motion);
    if (bound != effort) ++touched;
    // an effort that takes energy passes whatever the level
    const double most = std::max(level, 0.0) + 1e-12;
    EXPECT_TRUE(bound.isZero(0) || motion.foreseen(bound).total() <= most) << i;
  }
  EXPECT_GT(touched, 2000);
}

}  // namespace
}  // namespace tether::passivity
