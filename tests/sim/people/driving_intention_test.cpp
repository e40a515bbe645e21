#include "tether/sim/people/driving_intention.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/sides/blind_drive.hpp"

namespace tether::sim {
namespace {

using support::DriveOutcome;
using support::DriveSetup;
using support::Mode;
using support::Walls;

constexpr double kCorridorEnd = 8.0;  // where the corridor ends [m]
constexpr double kStop = 0.5;         // wanted between the platform's front and the end [m]
constexpr int kPeople = 20;

Walls corridor() {
  return {{{-1, 1}, {kCorridorEnd, 1}},
          {{-1, -1}, {kCorridorEnd, -1}},
          {{kCorridorEnd, -1}, {kCorridorEnd, 1}}};
}
// two metres wide, to the left after four metres, and then five metres on
Walls bend() {
  return {{{-1, -1}, {5, -1}},
          {{-1, 1}, {3, 1}},
          {{5, -1}, {5, 6}},
          {{3, 1}, {3, 6}},
          {{3, 6}, {5, 6}}};
}

DriveOutcome drive(DriveSetup setup, int seed) {
  RandomGenerator random(1000 + static_cast<std::uint64_t>(seed));
  setup.start.y = random.uniform(-0.1, 0.1);
  setup.start.turn = random.uniform(-3, 3) * std::numbers::pi / 180;
  return support::drive_blind(setup, static_cast<std::uint64_t>(seed));
}

double stop_error(const DriveOutcome& outcome) {
  return kCorridorEnd - outcome.end.x - support::kHalfLength * std::cos(outcome.end.turn) - kStop;
}

TEST(DrivingIntention, StopsBeforeTheEndOfACorridorByForceAlone) {
  DriveSetup setup;
  setup.walls = corridor();
  for (int seed = 1; seed <= kPeople; ++seed) {
    const DriveOutcome outcome = drive(setup, seed);
    EXPECT_FALSE(outcome.collided) << seed;
    EXPECT_TRUE(outcome.done) << seed;
    EXPECT_LT(std::abs(stop_error(outcome)), 0.15) << seed;
    EXPECT_LT(outcome.rms_offset, 0.15) << seed;
  }
}

TEST(DrivingIntention, RunsIntoAWallWithoutForce) {
  DriveSetup setup;
  setup.walls = corridor();
  setup.mode = Mode::no_force;
  int collisions = 0;
  for (int seed = 1; seed <= kPeople; ++seed) collisions += drive(setup, seed).collided ? 1 : 0;
  EXPECT_GE(collisions, 18);
}

TEST(DrivingIntention, TouchesNothingOverALateAndLossyLink) {
  DriveSetup setup;
  setup.walls = corridor();
  setup.link_delay = 0.04;
  setup.link_jitter = 0.01;
  setup.link_loss = 0.02;
  for (int seed = 1; seed <= kPeople; ++seed) {
    EXPECT_FALSE(drive(setup, seed).collided) << seed;
  }
}

TEST(DrivingIntention, TouchesNothingInABend) {
  DriveSetup setup;
  setup.walls = bend();
  for (int seed = 1; seed <= 10; ++seed) EXPECT_FALSE(drive(setup, seed).collided) << seed;
}

TEST(DrivingIntention, DrivesTheSameForTheSameSeed) {
  DriveSetup setup;
  setup.walls = corridor();
  const DriveOutcome a = drive(setup, 3), b = drive(setup, 3);
  EXPECT_EQ(a.end.x, b.end.x);
  EXPECT_EQ(a.end.y, b.end.y);
  EXPECT_NE(a.end.y, drive(setup, 4).end.y);
}

TEST(FeltResistance, DistinguishesASpringFromFriction) {
  FeltResistance stroke;
  TouchParams sharp{0, 0};
  RandomGenerator random(1);
  for (int k = 1; k < 500; ++k) {
    const double s = std::numbers::pi * k / 500;
    const double q = 0.008 * std::sin(s), rate = 0.05 * std::cos(s);
    stroke.feel(q, rate, 180 * q + (rate > 0 ? 0.5 : -0.5));
  }
  ASSERT_TRUE(stroke.felt());
  EXPECT_NEAR(stroke.percept(sharp, random), 180, 1e-6);
}

}  // namespace
}  // namespace tether::sim
