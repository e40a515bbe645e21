#include "tether/sim/people/guided_hand.hpp"

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

std::unique_ptr<Intention> script() {
  return std::make_unique<ScriptedIntention>(
      std::make_shared<control::SineSequence>(control::SineSequenceParams{}), 0.1);
}

core::Time at_step(int step) { return core::Time(std::chrono::milliseconds(step)); }

TEST(GuidedHand, DoesWhatItIntendedUntilSomebodyTakesIt) {
  HandOrders orders;
  GuidedIntention guided(script(), orders.move);
  const auto alone = script();
  for (int i = 0; i < 3000; ++i) {
    const auto wanted = guided.update(at_step(i), kStep, {});
    const auto expected = alone->update(at_step(i), kStep, {});
    ASSERT_EQ(wanted.position, expected.position);
    ASSERT_EQ(wanted.velocity, expected.velocity);
  }
}

TEST(GuidedHand, GoesToWhereItIsToldWithoutAStepOrOvershoot) {
  HandOrders orders;
  GuidedIntention guided(script(), orders.move);
  Senses senses;
  senses.hand = Vector3(0.1, 0, 0);
  const Vector3 told(-0.1, 0.05, 0.02);
  orders.move.write({.held = true, .position = told});
  Vector3 before = senses.hand;
  for (int i = 0; i < 1000; ++i) {
    const auto wanted = guided.update(at_step(i), kStep, senses);
    ASSERT_LE((wanted.position - before).norm(), 1.001 * GuidedWay::kMaxSpeed * kStep);
    ASSERT_GE(wanted.position.x(), told.x() - 1e-6);
    before = wanted.position;
  }
  EXPECT_LT((before - told).norm(), 1e-6);
}

TEST(GuidedHand, RestsWhereTheHandIsWhenItIsLetGo) {
  HandOrders orders;
  GuidedIntention guided(script(), orders.move);
  Senses senses;
  orders.move.write({.held = true, .position = Vector3(0.1, 0, 0)});
  for (int i = 0; i < 1000; ++i) guided.update(at_step(i), kStep, senses);
  // a wall kept the hand back
  senses.hand = Vector3(0.04, 0, 0);
  orders.move.write({});
  control::PointState wanted;
  for (int i = 1000; i < 2000; ++i) wanted = guided.update(at_step(i), kStep, senses);
  EXPECT_LT((wanted.position - senses.hand).norm(), 1e-6);
  EXPECT_FALSE(guided.done());
}

TEST(GuidedHand, TurnsTheWristAndLeavesItAsItIs) {
  HandOrders orders;
  const GuidedTurn turn(std::make_shared<control::SineSequence>(control::SineSequenceParams{}),
                        orders.turn);
  orders.turn.write({.held = true, .turn = Vector3(0, 0.3, 0)});
  for (int i = 0; i < 1000; ++i) turn.at(i * kStep);
  EXPECT_LT((turn.at(1.0).position - Vector3(0, 0.3, 0)).norm(), 1e-6);
  orders.turn.write({});
  for (int i = 1001; i < 2000; ++i) turn.at(i * kStep);
  EXPECT_LT((turn.at(2.0).position - Vector3(0, 0.3, 0)).norm(), 1e-6);
}

}  // namespace
}  // namespace tether::sim
