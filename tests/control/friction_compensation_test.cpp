#include "tether/control/compensation/friction_compensation.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random/cases.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/control/estimators/finite_difference.hpp"

namespace tether::control {
namespace {

using robot::JointVector;

JointVector two(double a, double b) { return (JointVector(2) << a, b).finished(); }

TEST(FrictionCompensation, GivesItsShareOfTheModelsFrictionAlongTheMotion) {
  const FrictionCompensation compensation(
      {.share = 0.5, .coulomb = two(1, 2), .viscous = two(3, 4), .fading_speed = 0.01});
  const JointVector v = two(0.1, -0.2);
  EXPECT_TRUE(compensation.update(v, v).isApprox(two(0.5 * 1.3, -0.5 * 2.8), 1e-12));
}

TEST(FrictionCompensation, FadesTowardsRestAndGivesNothingThere) {
  const FrictionCompensation compensation(
      {.share = 0.5, .coulomb = two(1, 2), .viscous = two(0, 0), .fading_speed = 0.01});
  const JointVector v = two(0.005, 0);
  EXPECT_TRUE(compensation.update(v, v).isApprox(two(0.25, 0), 1e-12));
}

TEST(FrictionCompensation, TakesTheSmallerOfBothSpeedsAndNothingWhereTheyDisagree) {
  const FrictionCompensation compensation(
      {.share = 1, .coulomb = two(0, 1), .viscous = two(1, 0), .fading_speed = 0.01});
  EXPECT_TRUE(compensation.update(two(0.3, 0.2), two(0.1, -0.2)).isApprox(two(0.1, 0), 1e-12));
  EXPECT_TRUE(compensation.update(two(0.1, -0.2), two(0.3, 0.2)).isApprox(two(0.1, 0), 1e-12));
}

// A joint that is moved at will, with sudden turns, read every `every` ticks while commands wait as
// long: work of the compensation against what the friction of its model takes at the least.
void expect_less_than_friction_takes(std::uint64_t seed) {
  constexpr double kT = 1e-3;
  test::RandomDraw draw(seed);
  const FrictionCompensationParams params{
      .share = draw.between(0, 0.95),
      .coulomb = JointVector::Constant(1, draw.bernoulli(0.3) ? 0 : draw.between(0, 5)),
      .viscous = JointVector::Constant(1, draw.bernoulli(0.3) ? 0 : draw.between(0, 5)),
      .fading_speed = 0.005};
  const FrictionCompensation compensation(params);
  FiniteDifference estimator({1 + draw.pick(20), kT});
  const int every = 1 + draw.pick(3);
  const double restlessness = draw.between(0.001, 0.3), most = draw.between(0.01, 2);
  JointVector position = JointVector::Zero(1), measured = position, rate = position;
  estimator.reset(position);
  double speed = 0, waiting = 0, effort = 0, given = 0, taken = 0;
  for (int k = 0; k < 600; ++k) {
    if (k % every == 0) {
      const double moved = position[0] - measured[0];
      measured = position;
      rate[0] = moved / (every * kT);
      given += effort * moved;
      taken += params.coulomb[0] * std::abs(moved) + params.viscous[0] * rate[0] * moved;
      effort = every == 1 ? effort : waiting;
      ASSERT_LE(given, params.share * taken + 1e-12) << "seed " << seed << " tick " << k;
    }
    waiting = compensation.update(estimator.update(measured), rate)[0];
    if (every == 1) effort = waiting;
    if (draw.bernoulli(restlessness)) speed = draw.between(-most, most);
    position[0] += kT * speed;
  }
}

TEST(FrictionCompensation, NeverGivesMoreThanItsShareOfWhatFrictionTakes) {
  for (std::uint64_t seed = 0; seed < test::cases(5000); ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_less_than_friction_takes(seed));
  }
}

}  // namespace
}  // namespace tether::control
