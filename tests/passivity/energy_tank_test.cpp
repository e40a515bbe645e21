#include "tether/passivity/energy_tank.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tether::passivity {
namespace {

TEST(EnergyTank, HoldsWhatCameInLessWhatWentOut) {
  EnergyTank tank;
  tank.receive(0.5);
  tank.exchange(0.125);
  tank.send(0.25);
  EXPECT_EQ(tank.level(), 0.125);
  tank.exchange(-0.25);
  EXPECT_EQ(tank.level(), 0.375);
  EXPECT_EQ(tank.exchanged(), -0.125);
}

TEST(EnergyTank, NeverCountsADuplicateTwice) {
  EnergyTank tank;
  EXPECT_EQ(tank.receive(0.5), 0.5);
  EXPECT_EQ(tank.receive(0.5), 0);
  EXPECT_EQ(tank.level(), 0.5);
}

TEST(EnergyTank, IgnoresACounterThatComesLate) {
  EnergyTank tank;
  tank.receive(0.5);
  EXPECT_EQ(tank.receive(0.25), 0);
  EXPECT_EQ(tank.receive(-1), 0);
  EXPECT_EQ(tank.received(), 0.5);
}

TEST(EnergyTank, GetsWithALaterCounterWhatLostOnesShouldHaveBrought) {
  EnergyTank tank;
  tank.receive(0.125);
  EXPECT_EQ(tank.receive(0.75), 0.625);
}

TEST(EnergyTank, SendsNothingThatWouldTakeBackAPromise) {
  EnergyTank tank;
  tank.send(0.25);
  tank.send(-0.125);
  EXPECT_EQ(tank.sent(), 0.25);
}

TEST(EnergyTank, ReservesNoMoreThanItHoldsAndGivesBackNoMoreThanItReserved) {
  EnergyTank tank;
  tank.receive(0.5);
  tank.reserve(2);
  EXPECT_EQ(tank.reserved(), 0.5);
  EXPECT_EQ(tank.level(), 0);
  tank.reserve(-2);
  EXPECT_EQ(tank.reserved(), 0);
  EXPECT_EQ(tank.level(), 0.5);
}

TEST(EnergyTank, ReservesNothingWhenItIsOverdrawn) {
  EnergyTank tank;
  tank.exchange(0.25);
  tank.reserve(1);
  EXPECT_EQ(tank.reserved(), 0);
  EXPECT_EQ(tank.level(), -0.25);
}

RC_GTEST_PROP(EnergyTank, NeitherMakesNorLosesEnergyWhateverIsDoneToIt, ()) {
  EnergyTank tank;
  double in = 0;
  for (int i = 0; i < 200; ++i) {
    const double amount = 1e-3 * *rc::gen::inRange(-1000, 1000);
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        tank.exchange(amount);
        in -= amount;
        break;
      case 1:
        in += tank.receive(tank.received() + amount);
        break;
      case 2:
        tank.send(amount);
        in -= std::max(amount, 0.0);
        break;
      default:
        tank.reserve(amount);
    }
    RC_ASSERT(tank.reserved() >= 0);
    RC_ASSERT(std::abs(tank.level() + tank.reserved() - in) < 1e-9);
  }
}

}  // namespace
}  // namespace tether::passivity
