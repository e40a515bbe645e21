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
  HandMailbox mailbox;
  GuidedIntention guided(script(), mailbox.move);
  const auto unguided = script();
  for (int i = 0; i < 3000; ++i) {
    const auto wanted = guided.update(at_step(i), kStep, {});
    const auto expected = unguided->update(at_step(i), kStep, {});
    ASSERT_EQ(wanted.position, expected.position);
    ASSERT_EQ(wanted.velocity, expected.velocity);
  }
}

TEST(GuidedHand, GoesToWhereItIsWantedWithoutAStepOrOvershoot) {
  HandMailbox mailbox;
  GuidedIntention guided(script(), mailbox.move);
  Senses senses;
  senses.hand = Vector3(0.1, 0, 0);
  const Vector3 goal(-0.1, 0.05, 0.02);
  mailbox.move.write({.held = true, .position = goal});
  Vector3 before = senses.hand;
  for (int i = 0; i < 1000; ++i) {
    const auto wanted = guided.update(at_step(i), kStep, senses);
    ASSERT_LE((wanted.position - before).norm(), 1.001 * GuidedWay::kMaxSpeed * kStep);
    ASSERT_GE(wanted.position.x(), goal.x() - 1e-6);
    before = wanted.position;
  }
  EXPECT_LT((before - goal).norm(), 1e-6);
}

TEST(GuidedHand, RestsWhereTheHandIsWhenItIsLetGo) {
  HandMailbox mailbox;
  GuidedIntention guided(script(), mailbox.move);
  Senses senses;
  mailbox.move.write({.held = true, .position = Vector3(0.1, 0, 0)});
  for (int i = 0; i < 1000; ++i) guided.update(at_step(i), kStep, senses);
  // a wall kept the hand back
  senses.hand = Vector3(0.04, 0, 0);
  mailbox.move.write({});
  control::PointState wanted;
  for (int i = 1000; i < 2000; ++i) wanted = guided.update(at_step(i), kStep, senses);
  EXPECT_LT((wanted.position - senses.hand).norm(), 1e-6);
  EXPECT_FALSE(guided.done());
}

TEST(GuidedHand, TurnsTheWristAndLeavesItAsItIs) {
  HandMailbox mailbox;
  const GuidedTurn turn(std::make_shared<control::SineSequence>(control::SineSequenceParams{}),
                        mailbox.turn);
  mailbox.turn.write({.held = true, .turn = Vector3(0, 0.3, 0)});
  for (int i = 0; i < 1000; ++i) turn.at(i * kStep);
  EXPECT_LT((turn.at(1.0).position - Vector3(0, 0.3, 0)).norm(), 1e-6);
  mailbox.turn.write({});
  for (int i = 1001; i < 2000; ++i) turn.at(i * kStep);
  EXPECT_LT((turn.at(2.0).position - Vector3(0, 0.3, 0)).norm(), 1e-6);
}

}  // namespace
}  // namespace tether::sim
