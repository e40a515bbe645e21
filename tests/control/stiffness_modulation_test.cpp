#include "tether/control/couplings/stiffness_modulation.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tether::control {
namespace {

constexpr double kPlenty = 1e3;  // [J]

StiffnessModulationParams soft() {
  return {.good_round_trip = 0.1, .bad_round_trip = 0.5, .least = 0.2, .rise = 1};
}

TEST(StiffnessModulation, IsFullOnAGoodLink) {
  StiffnessModulation modulation(soft());
  EXPECT_EQ(modulation.update(0.05, 0, 1, kPlenty), 1);
}

TEST(StiffnessModulation, FallsAtOnceAndLinearlyBetweenGoodAndBad) {
  StiffnessModulation modulation(soft());
  EXPECT_NEAR(modulation.update(0.3, 0, 1, 0), 0.5, 1e-12);
  EXPECT_NEAR(modulation.update(0.3, 0.2, 1, 0), 0.4, 1e-12);
  EXPECT_NEAR(modulation.update(2, 0, 1, 0), 0.2, 1e-12);
}

TEST(StiffnessModulation, RisesNoFasterThanItsRate) {
  StiffnessModulation modulation(soft());
  modulation.update(1, 0, 0, kPlenty);
  EXPECT_NEAR(modulation.update(0, 0, 0, kPlenty), 0.201, 1e-12);
  for (int i = 0; i < 2000; ++i) modulation.update(0, 0, 0, kPlenty);
  EXPECT_EQ(modulation.update(0, 0, 0, kPlenty), 1);
}

TEST(StiffnessModulation, DoesNotRiseWithoutTheEnergyForIt) {
  StiffnessModulation modulation(soft());
  modulation.update(1, 0, 1, kPlenty);
  for (int i = 0; i < 2000; ++i) modulation.update(0, 0, 1, 0);
  EXPECT_NEAR(modulation.update(0, 0, 1, 0), 0.2, 1e-12);
}

TEST(StiffnessModulation, ChangesNothingUnlessAskedTo) {
  StiffnessModulation modulation(StiffnessModulationParams{});
  EXPECT_EQ(modulation.update(5, 0.9, 1, 0), 1);
}

// whatever the link does, a rise never stores more than the account holds
RC_GTEST_PROP(StiffnessModulation, PaysForEveryRise, ()) {
  StiffnessModulation modulation(soft());
  double before = modulation.update(0.001 * *rc::gen::inRange(0, 1000), 0, 0, 0);
  for (int i = 0; i < 100; ++i) {
    const double rtt = 0.001 * *rc::gen::inRange(0, 1000);
    const double loss = 0.01 * *rc::gen::inRange(0, 100);
    const double potential = 0.001 * *rc::gen::inRange(0, 1000);
    const double budget = 0.001 * *rc::gen::inRange(-100, 500);
    const double share = modulation.update(rtt, loss, potential, budget);
    RC_ASSERT(share >= 0.2 && share <= 1);
    if (share > before) RC_ASSERT(share * potential <= std::max(budget, 0.0) + 1e-12);
    before = share;
  }
}

}  // namespace
}  // namespace tether::control
