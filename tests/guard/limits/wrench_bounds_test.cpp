// The bounds on what the coupling asks for, one after the other.
#include "tether/guard/limits/wrench_bounds.hpp"

#include <gtest/gtest.h>

#include "tests/support/random/not_finite.hpp"

namespace tether::guard {
namespace {

using spatial::Vector3;
using tether::test::kNaN;

TEST(WrenchBounds, WithoutAnyNothingIsBoundedAndTheEnergyIsReported) {
  WrenchBounds bounds({});
  const auto out = bounds.update({.wrench = {Vector3::Zero(), Vector3(1e3, 0, 0)},
                                  .potential = 7,
                                  .kinetic = 2,
                                  .operator_present = false});
  EXPECT_EQ(out.share(), 1);
  EXPECT_EQ(out.energy, 9);
  EXPECT_FALSE(out.refused);
}

TEST(WrenchBounds, TheForceIsBoundedAfterTheEnergy) {
  const EnergyBoundParams energy{.max_energy = 1};
  WrenchBounds bounds({.energy = energy, .force = {{.max_force = 5}}, .present = {}});
  EnergyBound single(energy);
  for (int i = 0; i < 100; ++i) {
    const auto out = bounds.update(
        {.wrench = {Vector3::Zero(), Vector3(20, 0, 0)}, .potential = 2, .kinetic = 0.1});
    const auto expected = single.update({.potential = 2, .kinetic = 0.1});
    ASSERT_EQ(out.energy_share, expected.share);
    ASSERT_EQ(out.energy, expected.energy);
    ASSERT_NEAR(20 * out.share(), 5, 1e-9);
    ASSERT_LT(out.energy_share, 1);
    ASSERT_FALSE(out.refused);
  }
}

TEST(WrenchBounds, AHandThatIsNotThereIsEasedOut) {
  WrenchBounds bounds({.energy = {}, .force = {}, .present = OperatorPresentParams{}});
  double share = 0;
  for (int i = 0; i < 1000; ++i) share = bounds.update({.operator_present = true}).share();
  EXPECT_EQ(share, 1);
  for (int i = 0; i < 1000; ++i) share = bounds.update({.operator_present = false}).share();
  EXPECT_EQ(share, 0);
}

TEST(WrenchBounds, WhatIsNotFiniteIsRefusedByEitherBound) {
  const Vector3 well(1, 0, 0), bad(kNaN, 0, 0);
  const WrenchBoundsParams both{
      .energy = EnergyBoundParams{}, .force = ForceBoundParams{}, .present = {}};
  EXPECT_TRUE(
      WrenchBounds(both).update({.wrench = {Vector3::Zero(), well}, .potential = kNaN}).refused);
  EXPECT_TRUE(WrenchBounds(both).update({.wrench = {Vector3::Zero(), bad}}).refused);
  EXPECT_EQ(WrenchBounds(both).update({.wrench = {Vector3::Zero(), bad}}).share(), 0);
  EXPECT_FALSE(WrenchBounds(both).update({.wrench = {Vector3::Zero(), well}}).refused);
  const WrenchBoundsParams energy{.energy = EnergyBoundParams{}, .force = {}, .present = {}};
  EXPECT_TRUE(WrenchBounds(energy).update({.wrench = {}, .potential = kNaN}).refused);
}

}  // namespace
}  // namespace tether::guard
