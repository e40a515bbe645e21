#include "tether/teleop/force_source.hpp"

#include <gtest/gtest.h>

namespace tether::teleop {
namespace {

TEST(ForceSource, SaysWhoAnswersForItsEnergy) {
  EXPECT_EQ(FixtureSource({{}, nullptr}).payer(), Payer::paid);
  EXPECT_EQ(ObstacleSource({}, spatial::Vector3::Zero()).payer(), Payer::passive);
  // estimated from a motion that lags, they may give more than they take
  EXPECT_EQ(InertiaSource({}).payer(), Payer::paid);
  EXPECT_EQ(CoriolisSource().payer(), Payer::paid);
  EXPECT_EQ(FrictionSource({}).payer(), Payer::own);
}

TEST(ForceSource, OnlyCoriolisEffortsAskForTheirTerms) {
  EXPECT_TRUE(CoriolisSource().needs_coriolis());
  EXPECT_FALSE(InertiaSource({}).needs_coriolis());
}

}  // namespace
}  // namespace tether::teleop
