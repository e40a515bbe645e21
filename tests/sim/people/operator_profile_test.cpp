#include "tether/sim/people/operator_profile.hpp"

#include <gtest/gtest.h>

namespace tether::sim {
namespace {

void expect_within(double value, const Range& range, const char* what) {
  EXPECT_GE(value, range.low) << what;
  EXPECT_LE(value, range.high) << what;
}

TEST(OperatorProfile, StaysWithinTheDocumentedRanges) {
  const ProfileRanges& r = kProfileRanges;
  for (int number = 1; number <= kProfiles; ++number) {
    const auto [hand, skill] = operator_profile(number);
    expect_within(hand.mass, r.mass, "mass");
    expect_within(hand.stiffness, r.stiffness, "stiffness");
    expect_within(hand.damping, r.damping, "damping");
    expect_within(hand.reaction_delay, r.reaction_delay, "reaction_delay");
    expect_within(hand.comfort_force, r.comfort_force, "comfort_force");
    expect_within(skill.visual_delay, r.visual_delay, "visual_delay");
    expect_within(skill.acuity, r.acuity, "acuity");
    expect_within(skill.fitts_intercept, r.fitts_intercept, "fitts_intercept");
    expect_within(skill.fitts_slope, r.fitts_slope, "fitts_slope");
    expect_within(skill.scatter, r.scatter, "scatter");
    expect_within(skill.novice_excess, r.novice_excess, "novice_excess");
    expect_within(skill.learning_rate, r.learning_rate, "learning_rate");
    expect_within(skill.adaptation, r.adaptation, "adaptation");
    expect_within(skill.press_force, r.press_force, "press_force");
  }
}

TEST(OperatorProfile, IsTheSamePersonEveryTimeAndNobodyElse) {
  for (int a = 1; a <= kProfiles; ++a) {
    EXPECT_EQ(operator_profile(a).hand.mass, operator_profile(a).hand.mass);
    EXPECT_EQ(operator_profile(a).skill.press_force, operator_profile(a).skill.press_force);
    for (int b = 1; b < a; ++b) {
      EXPECT_NE(operator_profile(a).hand.mass, operator_profile(b).hand.mass);
    }
  }
}

TEST(OperatorProfile, ZeroIsTheDefaultPerson) {
  EXPECT_EQ(operator_profile(0).hand.stiffness, HandParams{}.stiffness);
  EXPECT_EQ(operator_profile(0).skill.acuity, SkillParams{}.acuity);
}

}  // namespace
}  // namespace tether::sim
