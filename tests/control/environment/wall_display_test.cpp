// Walls that a hand feels: what they give it, when they come, move, turn, soften and go.
#include "tether/control/environment/wall_display.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random/cases.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;
using test::any_vector;

constexpr double kDisplayTick = 1e-3;  // [s]

ContactPlane wall_at(double x, double stiffness = 20e3, int generation = 1) {
  return {.slot = 0,
          .generation = static_cast<std::uint8_t>(generation),
          .normal = Vector3::UnitX(),
          .point = Vector3(x, 0, 0),
          .stiffness = stiffness,
          .extent = 0.01};
}

ContactPlane any_wall(test::RandomDraw& draw) {
  return {.slot = static_cast<std::uint8_t>(draw.pick(kContactPlanes)),
          .generation = static_cast<std::uint8_t>(draw.pick(4)),
          .normal = any_vector(draw, 1).normalized(),
          .point = any_vector(draw, 0.03),
          .stiffness = draw.bernoulli(0.3) ? 0 : 200 * std::pow(100, draw.unit()),
          .extent = draw.between(0, 0.02)};
}

// a hand in front of the wall at 0 presses with this force, at rest
struct Pressing {
  WallDisplay display{{}};
  Vector3 hand = Vector3(0.01, 0, 0);
  Vector3 force = Vector3::Zero();
  double steepest = 0;  // change of the force in a tick [N]

  WallDisplay::Out tick(double budget = 0) {
    const auto out = display.update(hand, Vector3::Zero(), budget);
    steepest = std::max(steepest, (out.force - force).norm());
    force = out.force;
    return out;
  }
  void ticks(int count, double budget = 0) {
    for (int i = 0; i < count; ++i) tick(budget);
  }
  void press(double newtons) {
    display.receive(wall_at(0), hand);
    tick();
    hand = Vector3(-newtons / WallDisplayParams{}.stiffness, 0, 0);
    tick();
    steepest = 0;
  }
};

TEST(WallDisplay, NamesEverySlotAlsoOfWhichNothingIsKnown) {
  const WallDisplay display{{}};
  for (int i = 0; i < kContactPlanes; ++i) EXPECT_EQ(display.displayed(i).slot, i);
}

TEST(WallDisplay, PushesAHandOutAtOnceWhereAWallIsKnown) {
  Pressing hand;
  hand.press(8);
  EXPECT_NEAR(hand.force.x(), 8, 1e-9);
}

// What the hand has got so far never exceeds what the account has put in and what sampling leaks,
//   ½ K δ² + b |δ|   per wall and tick, where the damper is against the motion seen before
TEST(WallDisplay, GivesAHandNoMoreThanItPutInAndTheAccountPaid) {
  double most = -1;
  for (int seed = 0; seed < test::cases(400); ++seed) {
    test::RandomDraw draw(static_cast<std::uint64_t>(seed));
    const WallDisplayParams params{.stiffness = draw.between(200, 4000),
                                   .damping = draw.between(0, 10),
                                   .budget_share = draw.between(0.01, 1)};
    WallDisplay display(params);
    Vector3 hand = any_vector(draw, 0.03), velocity = Vector3::Zero(), force = Vector3::Zero();
    double given = 0, paid = 0, leak = 0;
    const bool knows = draw.bernoulli(0.5);  // goes where the force takes it, else anywhere
    for (int i = 0; i < 3000; ++i) {
      if (draw.bernoulli(0.02)) display.receive(any_wall(draw), hand);
      if (draw.bernoulli(0.002)) display.release(hand);
      const double budget = draw.between(-0.1, 0.3);
      const auto out = display.update(hand, velocity, budget);
      ASSERT_TRUE(out.force.allFinite());
      ASSERT_LE(out.paid, std::max(budget, 0.0) + 1e-15);
      paid += out.paid;
      ASSERT_LE(given + out.energy, paid + leak + 1e-12) << seed << ' ' << i;
      force = out.force;
      const Vector3 way = knows && draw.bernoulli(0.9)
                              ? Vector3(draw.between(-0.2, 1) * kDisplayTick * 0.2 *
                                        (force.norm() > 0 ? force.normalized() : any_vector(draw, 1)))
                              : any_vector(draw, 0.3 * kDisplayTick);
      given += force.dot(way);
      for (int slot = 0; slot < kContactPlanes; ++slot) {
        const ContactPlane& wall = display.displayed(slot);
        const double depth = wall.stands() ? wall.depth(hand) : 0;
        const double in = -wall.normal.dot(way), was_in = -wall.normal.dot(velocity);
        if (depth <= 0 && depth + in <= 0) continue;
        leak += 0.5 * wall.stiffness * in * in;
        const double damper = std::min(params.damping * std::abs(was_in), wall.stiffness * depth);
        if (depth > 0 && in * was_in < 0) leak += damper * std::abs(in);
      }
      hand += way;
      velocity = way / kDisplayTick;
      most = std::max(most, given - paid);
    }
  }
  EXPECT_GT(most, 1e-6) << "the hand is an adversary, and gets what sampling leaks";
}

// T = 1 ms, a hand of 0.2 kg that pushes with nothing: B ≥ K T / 2 keeps the rebound below the impact
TEST(WallDisplay, ThrowsNoHandBackFasterThanItCame) {
  for (const double stiffness : {500.0, 1000.0, 2000.0}) {
    for (double speed = 0.01; speed < 0.5; speed *= 1.3) {
      WallDisplay display({.stiffness = stiffness});
      double x = 0.002, v = -speed;
      display.receive(wall_at(0), Vector3(x, 0, 0));
      for (int i = 0; i < 2000 && x < 0.01; ++i) {
        const auto out = display.update(Vector3(x, 0, 0), Vector3(v, 0, 0), 0);
        v += out.force.x() / 0.2 * kDisplayTick;
        x += v * kDisplayTick;
      }
      EXPECT_GT(x, 0.009);
      EXPECT_LT(v, speed);
    }
  }
}

TEST(WallDisplay, BeginsAtAHandThatIsBeyondItAndComesOutAsFarAsIsPaidFor) {
  Pressing hand;
  hand.hand = Vector3(-0.03, 0, 0);
  hand.display.receive(wall_at(0), hand.hand);
  hand.ticks(100, 0);
  EXPECT_EQ(hand.force.norm(), 0) << "nothing is paid";
  double paid = 0;
  for (int i = 0; i < 200; ++i) {
    const auto out = hand.tick(0.3 - paid);
    paid += out.paid;
    EXPECT_NEAR(out.energy, paid, 1e-12);
  }
  const WallDisplayParams params;
  EXPECT_NEAR(hand.force.x(), params.push, 1e-6) << "and no harder than a push";
  EXPECT_LT(hand.steepest, 1.001 * params.stiffness * params.speed * kDisplayTick);
  // a hand that gives way is led to where the wall is
  for (int i = 0; i < 2000; ++i) {
    hand.hand.x() += 2e-5;
    hand.tick(0.3);
  }
  EXPECT_NEAR(hand.display.displayed(0).point.x(), 0, 1e-6);
  EXPECT_EQ(hand.force.norm(), 0);
}

TEST(WallDisplay, WithdrawsAWallWithoutAJoltAndLetsALeaningHandGo) {
  const WallDisplayParams params;
  const double step = 1.001 * params.force_rate * kDisplayTick;
  for (const int generation : {0, 1}) {  // forgotten, or known to be gone
    Pressing hand;
    hand.press(9);
    hand.display.receive(wall_at(0, 0, generation), hand.hand);
    hand.ticks(300);
    EXPECT_EQ(hand.force.norm(), 0);
    EXPECT_LT(hand.steepest, step);
  }
  Pressing leaning;
  leaning.press(9);
  leaning.display.receive(wall_at(0, 0), leaning.hand);
  for (int i = 0; i < 300; ++i) {
    leaning.hand.x() -= 0.1 * kDisplayTick;
    leaning.tick();
  }
  EXPECT_EQ(leaning.force.norm(), 0);
}

TEST(WallDisplay, ChangesWithoutAJoltUnderAHandThatPresses) {
  const WallDisplayParams params;
  const double falls = 1.001 * params.force_rate * kDisplayTick;
  const double comes = 1.001 * params.stiffness * params.speed * kDisplayTick;
  // it goes away and comes
  for (const double to : {-0.003, -0.02, 0.001, 0.02}) {
    Pressing hand;
    hand.press(6);
    hand.display.receive(wall_at(to), hand.hand);
    hand.ticks(500, 0.3);
    EXPECT_LT(hand.steepest, to < 0 ? falls : comes) << to;
  }
  // turns
  Pressing turning;
  turning.press(6);
  ContactPlane turned = wall_at(0);
  turned.normal = Vector3(std::cos(0.6), std::sin(0.6), 0);
  turning.display.receive(turned, turning.hand);
  turning.ticks(500, 0.3);
  EXPECT_LT(turning.steepest, comes + falls);
  EXPECT_GT(turning.display.displayed(0).normal.dot(turned.normal), 1 - 1e-9);
  // is softer than it was taken to be
  Pressing softening;
  softening.press(6);
  softening.display.receive(wall_at(0, 500), softening.hand);
  softening.ticks(1000, 0);
  EXPECT_LT(softening.steepest, 2 * falls);
  EXPECT_NEAR(softening.display.displayed(0).stiffness, 500, 1e-6);
  EXPECT_NEAR(softening.force.x(), 500 * 0.003, 1e-6);
  // is another one in the same slot
  Pressing other;
  other.press(6);
  ContactPlane across = wall_at(0, 20e3, 2);
  across.normal = -Vector3::UnitX();
  across.point.x() = 0.002;
  other.display.receive(across, other.hand);
  other.ticks(1000, 0.3);
  EXPECT_LT(other.steepest, comes + falls);
  EXPECT_LT(other.display.displayed(0).normal.x(), 0);
}

TEST(WallDisplay, EndsBesideWhatWasTouched) {
  const WallDisplayParams params;
  WallDisplay display(params);
  Vector3 hand(0.005, 0, 0);
  display.receive(wall_at(0), hand);
  display.update(hand, Vector3::Zero(), 0.3);
  hand = Vector3(-0.003, 0, 0);
  EXPECT_GT(display.update(hand, Vector3::Zero(), 0.3).force.x(), 5);
  // off its end, and back in behind it
  for (const double from : {0.0, 0.3}) {
    for (int i = 1; i <= 1000; ++i) {
      hand.y() = from == 0 ? 0.3e-3 * i : 0.3 - 0.3e-3 * i;
      const auto out = display.update(hand, Vector3::Zero(), 0.3);
      EXPECT_TRUE(from == 0 || out.force.norm() == 0) << "a hand behind it feels nothing";
    }
    EXPECT_EQ(display.update(hand, Vector3::Zero(), 0.3).force.norm(), 0);
  }
  // in front again it is a wall again
  hand = Vector3(0.005, 0, 0);
  display.update(hand, Vector3::Zero(), 0.3);
  hand = Vector3(-0.003, 0, 0);
  EXPECT_GT(display.update(hand, Vector3::Zero(), 0.3).force.x(), 5);
}

TEST(WallDisplay, GivesWhatIsFeltByOtherMeansWhereItIsAlignedWithThat) {
  Pressing hand;
  hand.display.receive(wall_at(0), hand.hand);
  hand.hand = Vector3(-0.007, 0, 0);
  hand.tick();
  for (const double felt : {5.0, 3.0, 0.0}) {
    hand.display.align(hand.hand, Vector3(felt, 1, 0));
    EXPECT_NEAR(hand.tick(0).force.x(), felt, 1e-9);
  }
}

TEST(WallDisplay, HasNoForceInStoreForAHandThatDidNotFeelIt) {
  Pressing hand;
  hand.display.receive(wall_at(0), hand.hand);
  for (int i = 0; i < 50; ++i) {
    hand.hand.x() -= 1e-3;
    hand.tick();
    hand.display.release(hand.hand);
  }
  EXPECT_EQ(hand.tick().force.norm(), 0);
  EXPECT_EQ(hand.tick().energy, 0);
}

}  // namespace
}  // namespace tether::control
