#include "tether/passivity/methods/two_layer.hpp"

#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"

namespace tether::passivity {
namespace {

ReceivedMessage received(double energy) {
  ReceivedMessage h{.valid = true};
  h.message.energy = energy;
  return h;
}

// a layer on one sliding axis of 0.25 kg
struct OneAxis {
  explicit OneAxis(Role role, const PortMotionParams& params = kDirect,
                   const TwoLayerParams& tanks = {})
      : layer(tanks, role, params) {}

  // the port is at x after `applied` acted, with this velocity estimate
  void receive(double x, double velocity, double applied, const ReceivedMessage& h) {
    port = port_at(joints({x}), joints({velocity}), joints({applied}), mass);
    admitted = layer.receive(port, h);
  }
  double ask(double effort) {
    decision = layer.update(port, {}, joints({effort}));
    return decision.effort[0];
  }
  const Report& report() const { return layer.report(); }

  double mass = 0.25;  // [kg]
  TwoLayer layer;
  Port port;
  Admitted admitted;
  Decision decision;
};

// H = 0 − 0 + 0.4 = 0.4, of which 1 % goes; then 2 N over 10 mm took 0.02 and 0.1 more came:
// 0.396 − 0.02 + 0.1 = 0.476, of which 1 % goes
TEST(TwoLayer, SettlesDeviceThenLinkThenPromisesAShareOfWhatIsThere) {
  for (const Role role : {Role::leader, Role::follower}) {
    OneAxis side(role);
    side.receive(0, 0, 0, received(0.4));
    EXPECT_NEAR(side.admitted.budget, 0.396, 1e-15);
    side.ask(0);
    EXPECT_NEAR(side.decision.send.energy, 0.004, 1e-15);
    side.receive(0.01, 0, 2, received(0.5));
    side.ask(0);
    EXPECT_NEAR(side.report().tank, 0.47124, 1e-15);
    EXPECT_NEAR(side.report().exchanged, 0.02, 1e-15);
    EXPECT_NEAR(side.report().received, 0.5, 1e-15);
    EXPECT_NEAR(side.report().sent, 0.00876, 1e-15);
    EXPECT_EQ(side.decision.send.energy, side.report().sent);
  }
}

TEST(TwoLayer, PromisesNothingWhileTheTankIsOverdrawn) {
  OneAxis side(Role::follower);
  side.receive(0, 0, 0, {});
  side.receive(0.01, 0, 2, {});
  side.ask(0);
  EXPECT_NEAR(side.report().tank, -0.02, 1e-15);
  EXPECT_EQ(side.decision.send.energy, 0);
  // what comes now goes to the debt first
  side.receive(0.01, 0, 2, received(0.02));
  EXPECT_NEAR(side.admitted.budget, 0, 1e-15);
}

TEST(TwoLayer, AdmitsNothingBeforeSomethingWasReceived) {
  OneAxis side(Role::follower);
  side.receive(0, 0, 0, {});
  EXPECT_FALSE(side.admitted.valid);
  side.receive(0, 0, 0, received(0));
  EXPECT_TRUE(side.admitted.valid);
}

TEST(TwoLayer, AllowsNothingWhenTheTankIsEmpty) {
  OneAxis side(Role::follower);
  side.receive(0, 1, 0, {});
  EXPECT_EQ(side.ask(5), 0);
  EXPECT_EQ(side.ask(-5), 0);
  EXPECT_EQ(side.report().held_back, 5);
}

// 10 N at 1 m/s would take 10.2 mJ; 1 N takes 1.002 mJ, which is what is there
TEST(TwoLayer, AllowsWhatTheTankCanPay) {
  OneAxis side(Role::follower);
  side.receive(0, 1, 0, received(1.002e-3 / 0.99));
  EXPECT_NEAR(side.ask(10), 1, 1e-9);
  EXPECT_NEAR(side.report().held_back, 9, 1e-9);
}

TEST(TwoLayer, DoesNotLimitAnEffortThatTakesEnergyFromTheDevice) {
  OneAxis side(Role::follower);
  side.receive(0, 1, 0, {});
  side.receive(1e-3, 1, 0, received(1e-9));
  EXPECT_EQ(side.ask(-10), -10);
  EXPECT_EQ(side.report().held_back, 0);
}

// a leader whose tank holds `level`, moving with `velocity` as estimated and `rate` as seen
OneAxis moving_leader(double level, double velocity, double rate) {
  OneAxis side(Role::leader);
  side.receive(0, 0, 0, {});
  side.receive(1e-3 * rate, velocity, 0, received(level / 0.99));
  return side;
}

TEST(TankLevelController, ChargesFromTheMotionAsMuchAsIsMissing) {
  // −α (H_D − H) q̇ = −200 · 0.1 · 0.1
  auto empty = moving_leader(0, 0.1, 0.1);
  EXPECT_NEAR(empty.ask(0), -2, 1e-12);
  EXPECT_NEAR(empty.report().tlc_force, 2, 1e-12);
  auto half = moving_leader(0.05, 0.1, 0.1);
  EXPECT_NEAR(half.ask(0), -1, 1e-12);
}

TEST(TankLevelController, IsAddedAfterTheLimit) {
  auto side = moving_leader(0, 0.1, 0.1);
  EXPECT_NEAR(side.ask(7), -2, 1e-12);
  auto paid = moving_leader(0.05, 0.1, 0.1);
  EXPECT_NEAR(paid.ask(7), 6, 1e-12);
}

TEST(TankLevelController, RestsAtAndAboveTheDesiredLevel) {
  for (const double level : {0.1 + 1e-12, 0.3}) {
    auto side = moving_leader(level, 0.1, 0.1);
    EXPECT_EQ(side.ask(0), 0) << level;
    EXPECT_EQ(side.report().tlc_force, 0) << level;
  }
}

TEST(TankLevelController, WorksOnTheLeaderAlone) {
  OneAxis side(Role::follower);
  side.receive(0, 0.1, 0, {});
  side.receive(1e-4, 0.1, 0, {});
  EXPECT_EQ(side.ask(0), 0);
  EXPECT_EQ(side.report().tlc_force, 0);
}

TEST(TankLevelController, NeverPushesAlongAMotionThatHasTurned) {
  // the filter still says forward, the last displacement went backward
  EXPECT_EQ(moving_leader(0, 0.1, -0.1).ask(0), 0);
  EXPECT_EQ(moving_leader(0, -0.1, 0.1).ask(0), 0);
  EXPECT_EQ(moving_leader(0, 0.1, 0).ask(0), 0);
}

// the filter lags: as the motion comes to rest, so does the damper
TEST(TankLevelController, FadesWithoutAStepWhenTheMotionTurns) {
  EXPECT_NEAR(moving_leader(0, 0.1, 0.1).ask(0), -2, 1e-12);
  EXPECT_NEAR(moving_leader(0, 0.1, 0.05).ask(0), -1, 1e-12);
  EXPECT_NEAR(moving_leader(0, 0.1, 0.001).ask(0), -0.02, 1e-12);
}

TEST(TankLevelController, LooksAtEachAxisOnItsOwn) {
  TwoLayer layer({}, Role::leader, kDirect);
  const auto none = joints({0, 0});
  layer.receive(port_at(none, none, none), {});
  const Port port = port_at(joints({1e-4, -1e-4}), joints({0.1, 0.1}), none);
  layer.receive(port, {});
  const auto effort = layer.update(port, {}, none).effort;
  EXPECT_NEAR(effort[0], -2, 1e-12);
  EXPECT_EQ(effort[1], 0);
}

// 0.25 kg at 1 mm/s are stopped within a millisecond by 0.25 N: more than half of that would make a
// sampled device chatter
TEST(TankLevelController, BrakesNoMoreThanASampledDeviceBears) {
  OneAxis side(Role::leader, kDirect, {.gain = 3e5});
  side.receive(0, 0, 0, {});
  side.receive(1e-6, 1e-3, 0, {});
  EXPECT_NEAR(side.ask(0), -0.125, 1e-12);
}

// the motion may turn under a strong hand before the charge is measured: an empty tank risks 0.5 mJ
TEST(TankLevelController, RisksLittleOnAMotionThatIsAboutToTurn) {
  PortMotionParams params = kDirect;
  params.outside_force = 20;
  OneAxis side(Role::leader, params, {.gain = 3e5});
  side.mass = 0.02;
  side.receive(0, 0, 0, {});
  side.receive(2e-4, 0.2, 0, {});
  const double effort = side.ask(0);
  EXPECT_LT(effort, 0);
  EXPECT_GT(effort, -2 + 0.1) << "half of what stops it";
  EXPECT_NEAR(side.layer.foreseen(joints({effort})), 0.5e-3, 1e-9);
}

TEST(TwoLayer, SpillsWhatIsAboveTheUpperLevelIntoTheReserve) {
  OneAxis leader(Role::leader);
  leader.receive(0, 0, 0, received(0.7));
  leader.ask(0);
  EXPECT_NEAR(leader.report().reserve, 0.2, 1e-15);
  EXPECT_NEAR(leader.report().tank, 0.495, 1e-15);
  OneAxis follower(Role::follower);
  follower.receive(0, 0, 0, received(0.7));
  follower.ask(0);
  EXPECT_EQ(follower.report().reserve, 0);
  EXPECT_NEAR(follower.report().tank, 0.693, 1e-15);
}

TEST(TwoLayer, RefillsFromTheReserveAtABoundedRateBeforeItChargesTheOperator) {
  OneAxis leader(Role::leader);
  leader.receive(0, 0, 0, received(0.7));
  leader.ask(0);
  // the device takes 0.45 J: 0.045 J are left, and 0.5 W bring 0.5 mJ per tick
  leader.receive(0.45, 0.1, 1, received(0.7));
  leader.ask(0);
  EXPECT_NEAR(leader.report().reserve, 0.1995, 1e-12);
  EXPECT_NEAR(leader.report().tank, 0.99 * 0.0455, 1e-12);
  EXPECT_EQ(leader.report().tlc_force, 0);
  // until the reserve is used up
  double x = 0.45;
  int ticks = 0;
  while (leader.report().reserve > 0 && ticks < 1000) {
    x += 1e-4;
    leader.receive(x, 0.1, 1, received(0.7));
    leader.ask(0);
    ++ticks;
  }
  EXPECT_NEAR(ticks, 399, 1);
  x += 1e-4;
  leader.receive(x, 0.1, 1, received(0.7));
  leader.ask(0);
  EXPECT_GT(leader.report().tlc_force, 0);
}

// what is at work on the far side of a slow interface is spent, though not yet measured
TEST(TwoLayer, PromisesNothingThatItsEffortAtWorkMayNeed) {
  OneAxis side(Role::follower, kWaiting);
  side.receive(0, 0, 0, received(0.1));
  side.ask(0);
  side.receive(0, 0, 0, received(0.1));
  side.ask(3);
  const double before = side.report().tank;
  // taken at 1 m/s: 2 ms of 3 N, and ½ P² τ² / m
  side.receive(2e-3, 1, 0, received(0.1));
  side.ask(0);
  EXPECT_NEAR(side.report().tank, before - 0.01 * (before - 6.072e-3), 1e-12);
}

}  // namespace
}  // namespace tether::passivity
