// A person's pointer at every rate, with jitter, losses and silence: the virtual handle moves
// without steps, and gets where the pointer gets.
#include "tether/sim/devices/simulated_pointer.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/robot/catalogue.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

constexpr double kLargestStep = 0.010;  // of the velocity, from tick to tick [m/s]

// strokes as quick as those of the wall scenario, and a rest
std::shared_ptr<const control::Trajectory> strokes() {
  return std::make_shared<control::MinimumJerkPath>(
      Vector3(0.02, 0, 0), std::vector<control::Waypoint>{{1.0, 0.6, Vector3(0.045, 0.02, 0.01)},
                                                          {1.8, 0.8, Vector3(-0.04, -0.05, 0.03)},
                                                          {2.8, 0.7, Vector3(0.03, 0.03, -0.02)},
                                                          {3.6, 1.2, Vector3(0.0, -0.06, 0.04)},
                                                          {5.0, 0.5, Vector3(0.04, 0.0, 0.0)}});
}

SimulatedPointer pointer(const PoseSamplingParams& sampling, std::uint64_t seed = 1) {
  HandParams hand;
  hand.tremor = 0;
  SimulatedPointerParams params{.handle = {}, .sampling = sampling, .posture = {}, .seed = seed};
  const auto still =
      std::make_shared<control::MinimumJerkPath>(Vector3::Zero(), std::vector<control::Waypoint>{});
  return {device::virtual_chain(robot::load("omega7"), params.handle), params,
          Hand(hand, strokes(), seed), Wrist({}, still)};
}

struct Moved {
  double step = 0;   // largest, of the velocity [m/s]
  double path = 0;   // [m]
  Vector3 end;       // [m]
  Vector3 velocity;  // then [m/s]
};

Moved moved(SimulatedPointer pointer, double seconds) {
  Moved out;
  core::Time now;
  Vector3 before = pointer.read(now).position, velocity = Vector3::Zero();
  for (int k = 0; k < static_cast<int>(1000 * seconds); ++k) {
    pointer.advance(kTick);
    now += kTick;
    const Vector3 position = pointer.read(now).position;
    out.velocity = (position - before) / kStep;
    out.step = std::max(out.step, (out.velocity - velocity).norm());
    out.path += (position - before).norm();
    velocity = out.velocity;
    before = position;
  }
  out.end = before;
  return out;
}

class PointerRate : public testing::TestWithParam<double> {};

TEST_P(PointerRate, MovesWithoutStepsAndGetsThereWithJitter) {
  const double whole = moved(pointer({.rate = 1000}), 12).path;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Moved out = moved(pointer({.rate = GetParam(), .jitter = 0.2}, seed), 12);
    EXPECT_LT(out.step, kLargestStep) << seed;
    EXPECT_LT((out.end - Vector3(0.04, 0, 0)).norm(), 1e-4) << seed;
    EXPECT_LT(out.velocity.norm(), 1e-4) << seed;
    if (GetParam() >= 10) {
      EXPECT_NEAR(out.path, whole, 0.03 * whole) << seed;
    }
  }
}

TEST_P(PointerRate, MovesWithoutStepsWhenPosesAreLostOrTheStreamFallsSilent) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    // in the midst of strokes
    const Moved out = moved(pointer({.rate = GetParam(),
                                     .jitter = 0.45,
                                     .loss = 0.2,
                                     .silent = {{1.3, 1.8}, {3.05, 3.15}, {4.1, 4.6}}},
                                    seed),
                            14);
    EXPECT_LT(out.step, kLargestStep) << seed;
    EXPECT_LT((out.end - Vector3(0.04, 0, 0)).norm(), 1e-4) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PointerRate,
                         testing::Values(1.0, 5.0, 10.0, 50.0, 100.0, 333.0, 1000.0),
                         [](const auto& tested) {
                           return std::to_string(static_cast<int>(tested.param)) + "Hz";
                         });

TEST(SimulatedPointer, ComesToRestWhereTheStreamEndedAndGoesOnFromThere) {
  SimulatedPointer pointed = pointer({.rate = 60, .jitter = 0.2, .silent = {{1.45, 1.9}}});
  Vector3 before = Vector3::Zero();
  double slowest = 1, afterwards = 0;
  for (int k = 0; k < 2200; ++k) {
    pointed.advance(kTick);
    const Vector3 position = pointed.read({}).position;
    const double speed = (position - before).norm() / kStep;
    if (k > 1500 && k < 1900) slowest = std::min(slowest, speed);
    if (k > 1950) afterwards = std::max(afterwards, speed);
    before = position;
  }
  EXPECT_LT(slowest, 1e-3);  // [m/s]
  EXPECT_GT(afterwards, 0.05);
}

TEST(SimulatedPointer, StaysWhereItIsWhileNobodyHoldsIt) {
  SimulatedPointerParams params;
  const auto still =
      std::make_shared<control::MinimumJerkPath>(Vector3::Zero(), std::vector<control::Waypoint>{});
  SimulatedPointer pointed(device::virtual_chain(robot::load("omega7"), params.handle), params,
                           Hand({.tremor = 0}, strokes(), 1), Wrist({}, still),
                           {.clutch = {{0.1, 0.2}}, .let_go = {{0, 9}}});
  for (int k = 0; k < 3000; ++k) {
    pointed.advance(kTick);
    if (k == 150) {
      EXPECT_TRUE(pointed.read({}).clutch);
    }
  }
  EXPECT_FALSE(pointed.read({}).operator_present);
  EXPECT_LT((pointed.read({}).position - Vector3(0.02, 0, 0)).norm(), 1e-9);
}

TEST(SimulatedPointer, IsTheSameAgainForTheSameSeedAlone) {
  const PoseSamplingParams sampling{.rate = 50, .jitter = 0.3, .loss = 0.1};
  EXPECT_EQ(moved(pointer(sampling, 3), 3).end, moved(pointer(sampling, 3), 3).end);
  EXPECT_NE(moved(pointer(sampling, 3), 2).end, moved(pointer(sampling, 4), 2).end);
}

TEST(SimulatedPointer, TakesNothingFromTheHeapInATick) {
  if (!test::AllocationCounter::available()) GTEST_SKIP();
  SimulatedPointer pointed = pointer({.rate = 100, .jitter = 0.2});
  const device::JointEfforts efforts{Vector3(1, 0, 0)};
  const test::AllocationCounter counter;
  for (int k = 0; k < 3000; ++k) {
    pointed.read({});
    pointed.command({}, efforts);
    pointed.advance(kTick);
  }
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::sim
