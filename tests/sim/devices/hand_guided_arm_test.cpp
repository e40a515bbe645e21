#include "tether/sim/devices/hand_guided_arm.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/sim/kinetic_energy.hpp"
#include "tests/sim/steps.hpp"
#include "tests/sim/tool_pose.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

using control::MinimumJerkPath;
using control::Waypoint;
using robot::JointVector;
using spatial::Vector3;

JointVector ready() {
  constexpr double kPi = std::numbers::pi;
  JointVector q(7);
  q << 0, -kPi / 4, 0, -3 * kPi / 4, 0, kPi / 2, kPi / 4;
  return q;
}

HandGuidedArmParams leader() {
  return {.world = core::data_path("worlds/panda.xml").string(), .start = ready()};
}

std::shared_ptr<const control::Trajectory> path(const Vector3& start,
                                                std::vector<Waypoint> waypoints = {}) {
  return std::make_shared<MinimumJerkPath>(start, std::move(waypoints));
}

// goes to `to` from 0.5 s to 2.5 s
std::shared_ptr<const control::Trajectory> motion(const Vector3& to) {
  return path(Vector3::Zero(), {{0.5, 2.0, to}});
}

Hand hand(std::shared_ptr<const control::Trajectory> trajectory, double tremor = 0,
          std::uint64_t seed = 1) {
  HandParams params;
  params.tremor = tremor;
  return {params, std::move(trajectory), seed};
}

HandGuidedArm held(const Vector3& move, const Vector3& turn,
                   const HandGuidedArmParams& params = leader()) {
  return {robot::load("panda"), params, hand(motion(move)), Wrist({}, motion(turn))};
}

// displacement of the tool from its start [m] and turn since then [rad], after `ticks`
std::pair<Vector3, Vector3> after(HandGuidedArm& arm, int ticks) {
  for (int k = 0; k < ticks; ++k) arm.advance(kTick);
  const spatial::Pose now = tool(arm.chain(), arm.read({}).position);
  return {now.position - arm.origin().position,
          spatial::log_rotation(now.rotation * arm.origin().rotation.transpose())};
}

TEST(HandGuidedArm, StaysAtRestInARestingHand) {
  HandGuidedArm arm = held(Vector3::Zero(), Vector3::Zero());
  const auto [moved, turned] = after(arm, 3000);
  EXPECT_LT(moved.norm(), 1e-5);
  EXPECT_LT(turned.norm(), 1e-5);
  EXPECT_LT(arm.read({}).external_at_tool.force.norm(), 1e-2);
  EXPECT_FALSE(arm.read({}).fault);
}

TEST(HandGuidedArm, GoesAlongWithAMovingHandInAnyDirection) {
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 goal = 0.2 * Vector3::Unit(axis);
    HandGuidedArm arm = held(goal, Vector3::Zero());
    const auto [moved, turned] = after(arm, 4000);
    EXPECT_LT((moved - goal).norm(), 0.03) << axis;
    EXPECT_LT(turned.norm(), 0.05) << axis;
  }
}

TEST(HandGuidedArm, TurnsWithTheWristAboutAnyAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 goal = 0.3 * Vector3::Unit(axis);
    HandGuidedArm arm = held(Vector3::Zero(), goal);
    const auto [moved, turned] = after(arm, 4000);
    EXPECT_LT((turned - goal).norm(), 0.05) << axis;
    EXPECT_LT(moved.norm(), 0.01) << axis;
  }
}

TEST(HandGuidedArm, StartsWhereTheHandDoes) {
  const Vector3 shift(0.05, -0.04, 0.03);
  const Vector3 turn(0, 0.2, 0.1);
  HandGuidedArm arm(robot::load("panda"), leader(), hand(path(shift)), Wrist({}, path(turn)));
  const auto [moved, turned] = after(arm, 0);
  EXPECT_LT((moved - shift).norm(), 1e-4);
  EXPECT_LT((turned - turn).norm(), 1e-3);
  EXPECT_THROW(HandGuidedArm(robot::load("panda"), leader(), hand(path(Vector3(2, 0, 0))),
                             Wrist({}, path(Vector3::Zero()))),
               core::InputError);
}

TEST(HandGuidedArm, RefusesAPostureOfAnotherArm) {
  HandGuidedArmParams params = leader();
  params.start = JointVector::Zero(5);
  EXPECT_THROW(held(Vector3::Zero(), Vector3::Zero(), params), core::InputError);
}

TEST(HandGuidedArm, GivesWayToACommandedWrenchAsHandAndWristAreStiff) {
  HandGuidedArmParams frictionless = leader();
  frictionless.coulomb_friction = 0;
  HandGuidedArm arm = held(Vector3::Zero(), Vector3::Zero(), frictionless);
  robot::ChainState state;
  signals::DeviceState measured;
  const Vector3 push(0, 4, 0);
  const Vector3 twist(0, 0, 0.3);
  for (int k = 0; k < 8000; ++k) {
    measured = arm.read({});
    robot::jacobian(arm.chain(), measured.position, state);
    arm.command({}, {robot::joint_efforts(state.jacobian, spatial::Wrench::from_point(
                                                              twist, push, state.tool.position))});
    arm.advance(kTick);
  }
  // the hand holds against what the controller gives
  EXPECT_LT((measured.external_at_tool.force + push).norm(), 0.05);
  EXPECT_LT((measured.external_at_tool.torque + twist).norm(), 0.01);
  const auto [moved, turned] = after(arm, 0);
  EXPECT_NEAR(moved.y(), 4.0 / (400.0 * 2000 / 2400), 1e-3);
  EXPECT_NEAR(turned.z(), 0.3 / (10.0 * 30 / 40), 1e-3);
}

// What the hand gives, less what friction takes, is the arm's motion: the hand's work is taken from
// what the arm measures, the rest from MuJoCo. Both sums are midpoint rules over the steps.
TEST(HandGuidedArm, TheWorkOfTheHandIsMotionAndFriction) {
  HandGuidedArm arm = held(Vector3(0.1, 0.15, 0.1), Vector3(0.2, 0, 0.3));
  const mjData& data = arm.world().data();
  robot::ChainState state;
  JointVector before = arm.read({}).position;
  double work = 0;
  double lost = 0;
  double largest = 0;
  double worst = 0;
  for (int k = 0; k < 8000; ++k) {
    robot::jacobian(arm.chain(), before, state);
    arm.advance(arm.world().step_size());
    const auto measured = arm.read({});
    const JointVector step = measured.position - before;
    const auto& held_at = measured.external_at_tool;
    work += robot::joint_efforts(
                state.jacobian,
                spatial::Wrench::from_point(held_at.torque, held_at.force, state.tool.position))
                .dot(step);
    for (int i = 0; i < 7; ++i) lost -= (data.qfrc_passive[i] + data.qfrc_constraint[i]) * step[i];
    before = measured.position;
    const double kinetic = kinetic_energy(arm.world());
    largest = std::max(largest, kinetic);
    worst = std::max(worst, std::abs(work - lost - kinetic));
  }
  EXPECT_GT(largest, 0.02);
  EXPECT_GT(lost, 0.1);
  EXPECT_LT(worst, 0.03 * largest);
}

TEST(HandGuidedArm, IsTheSameForEqualSeedsAndAnotherForAnother) {
  const auto run = [](std::uint64_t seed) {
    HandGuidedArm arm(robot::load("panda"), leader(), hand(motion(Vector3(0.1, 0, 0)), 1e-4, seed),
                      Wrist({}, motion(Vector3(0, 0, 0.2))));
    for (int k = 0; k < 1500; ++k) arm.advance(kTick);
    return arm.read({}).position;
  };
  EXPECT_EQ(run(3), run(3));
  EXPECT_NE(run(3), run(4));
}

TEST(HandGuidedArm, ReportsWhenTheClutchIsPressed) {
  HandGuidedArm arm(robot::load("panda"), leader(), hand(path(Vector3::Zero())),
                    Wrist({}, path(Vector3::Zero())), {.clutch = {{0.01, 0.02}}});
  for (int k = 0; k < 40; ++k) {
    EXPECT_EQ(arm.read({}).clutch, k >= 10 && k < 20) << k;
    arm.advance(kTick);
  }
}

// a Phantom that nobody moves, held or not
HandGuidedArm phantom(std::vector<Interval> let_go = {}) {
  const auto chain = robot::load("phantom_premium");
  JointVector middle(6);
  middle << 0, 1.0064262061, -0.4420560855, 0, 0.5643701207, 0;
  const auto still =
      std::make_shared<control::MinimumJerkPath>(Vector3::Zero(), std::vector<control::Waypoint>{});
  HandParams hand;
  hand.tremor = 0;
  return {chain,
          {.world = core::data_path("worlds/phantom.xml").string(),
           .start = middle,
           .needs_hand = true},
          Hand(hand, still, 1),
          Wrist({.stiffness = 3, .damping = 0.2, .grip_stiffness = 6, .grip_damping = 0.05}, still),
          {.let_go = std::move(let_go)}};
}

TEST(Phantom, MeasuresPositionsInTheStepsOfItsEncoders) {
  HandGuidedArm arm = phantom();
  JointVector push = JointVector::Zero(6);
  push << 0.3, -0.4, 0.3, 0.01, 0.01, 0.005;
  JointVector step(6);
  step << 4.444e-5, 4.444e-5, 4.444e-5, 4.0143e-5, 4.0143e-5, 1.3963e-4;
  for (int k = 0; k < 300; ++k) {
    arm.command({}, {push});
    arm.advance(kTick);
    const JointVector steps = arm.read({}).position.cwiseQuotient(step);
    for (int i = 0; i < 6; ++i) ASSERT_NEAR(steps[i], std::round(steps[i]), 1e-6) << i;
  }
}

TEST(Phantom, GivesNoForceWhileNobodyHoldsItAndSaysSo) {
  HandGuidedArm arm = phantom({{0.1, 10}});
  const device::JointEfforts push{JointVector::Constant(6, 0.02)};
  for (int k = 0; k < 200; ++k) {
    arm.command({}, push);
    arm.advance(kTick);
    const auto measured = arm.read({});
    EXPECT_EQ(measured.applied, k < 100 ? push.values : JointVector(JointVector::Zero(6))) << k;
    EXPECT_EQ(measured.operator_present, k < 99) << k;
  }
}

TEST(Phantom, StaysWhereItIsHeldWithoutWeight) {
  HandGuidedArm arm = phantom();
  const JointVector start = arm.read({}).position;
  for (int k = 0; k < 500; ++k) arm.advance(kTick);
  EXPECT_LT((arm.read({}).position - start).norm(), 1e-4);
}

TEST(HandGuidedArm, AllocatesNothingWhileItMoves) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers allocate";
  HandGuidedArm arm = held(Vector3(0.1, 0, 0), Vector3(0, 0.2, 0));
  const device::JointEfforts efforts{JointVector::Constant(7, 0.1)};
  arm.advance(kTick);
  const test::AllocationCounter counter;
  for (int k = 0; k < 1000; ++k) {
    arm.read({});
    arm.command({}, efforts);
    arm.advance(kTick);
  }
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::sim
