// Contact, the hand's presence, the stop that stays, and sensors that freeze.
#include <array>
#include <atomic>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/core/error.hpp"
#include "tether/guard/stops/contact_watch.hpp"
#include "tether/guard/stops/frozen_watch.hpp"
#include "tether/guard/stops/operator_present.hpp"
#include "tether/guard/stops/safety_stop.hpp"

namespace tether::guard {
namespace {

using robot::JointVector;
using spatial::Vector3;
using tether::test::kInfinity;
using tether::test::kNaN;
using tether::test::RandomDraw;

const JointVector kNoLoad = JointVector::Zero(7);

TEST(ContactWatch, DistinguishesNothingContactAndCollision) {
  ContactWatch watch({});
  EXPECT_FALSE(watch.update(Vector3::Zero(), {79, 0, 0}, kNoLoad).contact);

  const auto contact = watch.update(Vector3::Zero(), {0, -90, 0}, kNoLoad);
  EXPECT_TRUE(contact.contact);
  EXPECT_FALSE(contact.collision);
  EXPECT_EQ(contact.where, ContactWatch::Where::force);
  EXPECT_EQ(contact.axis, 1);
  EXPECT_EQ(contact.value, -90);

  JointVector joints = kNoLoad;
  joints[4] = 51;
  const auto collision = watch.update(Vector3::Zero(), {0, -90, 0}, joints);
  EXPECT_TRUE(collision.collision);
  EXPECT_EQ(collision.where, ContactWatch::Where::joint);
  EXPECT_EQ(collision.axis, 4);
  EXPECT_EQ(collision.bound, 50);
}

TEST(ContactWatch, KeepsACollisionUntilItIsResetWithoutLoad) {
  ContactWatch watch({});
  watch.update(Vector3::Zero(), {0, 0, 101}, kNoLoad);
  watch.update(Vector3::Zero(), {0, 0, 85}, kNoLoad);
  EXPECT_FALSE(watch.reset());  // still pressed
  const auto later = watch.update(Vector3::Zero(), Vector3::Zero(), kNoLoad);
  EXPECT_TRUE(later.collision);
  EXPECT_FALSE(later.contact);
  EXPECT_EQ(later.value, 101);  // what made it
  EXPECT_TRUE(watch.reset());
  EXPECT_FALSE(watch.update(Vector3::Zero(), Vector3::Zero(), kNoLoad).collision);
}

TEST(ContactWatch, TakesALoadThatIsNoNumberForACollision) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    ContactWatch watch({});
    JointVector joints = kNoLoad;
    joints[6] = bad;
    EXPECT_TRUE(watch.update(Vector3::Zero(), Vector3::Zero(), joints).collision);
    EXPECT_FALSE(watch.reset());
  }
}

TEST(ContactWatch, LatchesForAnyLoadAboveItsThresholdAndForNoOther) {
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    RandomDraw draw(seed);
    ContactWatch watch({});
    const double scale = draw.bernoulli(0.5) ? 1 : 10;
    Vector3 force, torque;
    JointVector joints(7);
    for (double& f : force) f = scale * draw.between(-102, 102);
    for (double& t : torque) t = scale * draw.between(-25.2, 25.2);
    for (double& j : joints) j = scale * draw.between(-50.2, 50.2);
    const bool above = force.cwiseAbs().maxCoeff() > 100 || torque.cwiseAbs().maxCoeff() > 25 ||
                       joints.cwiseAbs().maxCoeff() > 50;
    ASSERT_EQ(watch.update(torque, force, joints).collision, above) << seed;
    ASSERT_EQ(watch.update(Vector3::Zero(), Vector3::Zero(), kNoLoad).collision, above) << seed;
  }
}

TEST(ContactWatch, RefusesThresholdsInTheWrongOrder) {
  EXPECT_THROW(ContactWatch({.force = {100, 80}}), core::InputError);
  EXPECT_THROW(ContactWatch({.joint = {0, 80}}), core::InputError);
}

TEST(OperatorPresent, BearsAShortAbsenceAndEasesOutAfterALongOne) {
  OperatorPresent present({.grace = 0.1, .release = 0.2, .ramp = 0.5});
  double share = 0;
  for (int i = 0; i < 600; ++i) share = present.update(true);
  EXPECT_EQ(share, 1);
  for (int i = 0; i < 90; ++i) share = present.update(false);
  EXPECT_EQ(share, 1);
  present.update(true);
  for (int i = 0; i < 320; ++i) share = present.update(false);
  EXPECT_EQ(share, 0);
  EXPECT_FALSE(present.present());
}

TEST(OperatorPresent, GivesNoForceBeforeAHandWasEverThere) {
  OperatorPresent present;
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(present.update(false), 0);
}

TEST(OperatorPresent, NeverJumpsHoweverTheHandComesAndGoes) {
  const OperatorPresentParams params;
  OperatorPresent present(params);
  RandomDraw draw(7);
  const double bound = control::Ease::kPeak * params.sample_time / params.release;
  double before = 0;
  bool there = true;
  for (int i = 0; i < 200'000; ++i) {
    if (draw.bernoulli(0.005)) there = !there;
    const double share = present.update(there);
    ASSERT_LE(std::abs(share - before), bound * (1 + 1e-9));
    ASSERT_GE(share, 0);
    ASSERT_LE(share, 1);
    before = share;
  }
}

struct Still {
  JointVector position = JointVector::Zero(7);
  JointVector velocity = JointVector::Zero(7);
  JointVector rate = JointVector::Zero(7);
  robot::JointMatrix inertia = robot::JointMatrix::Identity(7, 7);
  robot::Jacobian jacobian = robot::Jacobian::Zero(6, 7);
  spatial::Pose tool;
  spatial::Twist twist;
  DeviceView view() const { return {position, velocity, rate, inertia, jacobian, tool, twist}; }
};

const SafetyStopParams kBrake{.damping = JointVector::Constant(7, 5),
                              .max_effort = JointVector::Constant(7, 20)};

double hostile_number(RandomDraw& draw) {
  constexpr std::array kAttacks{kNaN, kInfinity, -kInfinity, 1e300, -1e300, 0.0};
  if (draw.bernoulli(0.1)) return kAttacks[static_cast<std::size_t>(draw.pick(kAttacks.size()))];
  return draw.between(-10, 10);
}

TEST(SafetyStop, LetsEffortsPassUntilItIsAskedToStop) {
  SafetyStop stop(kBrake);
  const JointVector effort = JointVector::Constant(7, 3);
  EXPECT_EQ(stop.update(Still().view(), effort).effort, effort);
  stop.request(StopReason::emergency);
  EXPECT_EQ(stop.update(Still().view(), effort).effort, JointVector::Zero(7));
}

TEST(SafetyStop, KeepsTheFirstReasonUntilReset) {
  SafetyStop stop(kBrake);
  stop.request(StopReason::none);
  EXPECT_FALSE(stop.stopped());
  stop.request(StopReason::collision);
  stop.request(StopReason::emergency);
  EXPECT_EQ(stop.reason(), StopReason::collision);
  stop.reset();
  EXPECT_FALSE(stop.stopped());
}

TEST(SafetyStop, CountsOneReasonOfManyThatComeAtOnce) {
  for (int round = 0; round < 50; ++round) {
    SafetyStop stop(kBrake);
    std::atomic<bool> go = false;
    std::array<std::thread, 4> threads;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      threads[i] = std::thread([&, i] {
        while (!go) std::this_thread::yield();
        stop.request(static_cast<StopReason>(i + 1));
      });
    }
    go = true;
    StopReason seen = StopReason::none;
    while (seen == StopReason::none) seen = stop.reason();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(stop.reason(), seen);
  }
}

TEST(SafetyStop, OnlyTakesEnergyOutWithinItsBoundWhateverItIsFed) {
  RandomDraw draw(11);
  SafetyStop stop(kBrake);
  stop.request(StopReason::limit);
  for (int i = 0; i < 100'000; ++i) {
    Still still;
    JointVector effort(7);
    for (double& x : still.velocity) x = hostile_number(draw);
    for (double& x : still.rate) x = hostile_number(draw);
    for (double& x : effort) x = 10 * hostile_number(draw);
    const JointVector out = stop.update(still.view(), effort).effort;
    ASSERT_TRUE(out.allFinite());
    for (int j = 0; j < 7; ++j) {
      ASSERT_LE(std::abs(out[j]), 20);
      if (out[j] == 0) continue;
      ASSERT_LT(out[j] * still.rate[j], 0);
      ASSERT_LT(out[j] * still.velocity[j], 0);
    }
    ASSERT_EQ(stop.reason(), StopReason::limit);
  }
}

TEST(SafetyStop, StopsOnAnEffortThatIsNotFinite) {
  SafetyStop stop(kBrake);
  JointVector effort = JointVector::Zero(7);
  effort[2] = kNaN;
  EXPECT_TRUE(stop.update(Still().view(), effort).effort.isZero());
  EXPECT_EQ(stop.reason(), StopReason::non_finite);
  EXPECT_TRUE(stop.update(Still().view(), JointVector::Constant(7, 9)).effort.isZero());
}

TEST(FrozenWatch, FaultsWhenPositionsStandStillUnderAChangingEffort) {
  FrozenWatch watch({.patience = 0.1, .stir = 1}, "leader device");
  const JointVector q = JointVector::Constant(7, 0.3);
  core::Fault fault;
  int ticks = 0;
  while (!fault && ticks < 1000) {
    JointVector effort = JointVector::Zero(7);
    effort[3] = 0.05 * ticks;
    fault = watch.update(q, effort);
    ++ticks;
  }
  EXPECT_EQ(fault.axis, 3);
  EXPECT_NEAR(ticks, 101, 2);
  EXPECT_STREQ(fault.stage, "leader device");
}

// the position's first tick is no time yet, and an effort may fall as well as rise
TEST(FrozenWatch, FaultsWithTheFirstTickBeyondItsPatience) {
  for (const double sign : {1.0, -1.0}) {
    FrozenWatch watch({.patience = 1, .stir = 2, .sample_time = 0.25});
    const JointVector q = JointVector::Constant(2, 0.3);
    for (int tick = 0; tick <= 4; ++tick) {
      EXPECT_FALSE(watch.update(q, JointVector::Constant(2, sign * tick))) << tick;
    }
    EXPECT_EQ(watch.update(q, JointVector::Constant(2, sign * 4)).value, 1.25);
  }
}

TEST(FrozenWatch, BearsADeviceAtRestUnderASteadyEffort) {
  FrozenWatch watch({});
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_FALSE(watch.update(JointVector::Zero(7), JointVector::Constant(7, 30)));
  }
}

TEST(FrozenWatch, BearsASlowInterfaceThatRepeatsPositions) {
  FrozenWatch watch({});
  for (int i = 0; i < 10'000; ++i) {
    const int step = i / 50;
    const JointVector held = JointVector::Constant(7, 1e-6 * step);
    EXPECT_FALSE(watch.update(held, JointVector::Constant(7, 10 * std::sin(0.01 * i))));
  }
}

}  // namespace
}  // namespace tether::guard
