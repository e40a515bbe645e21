#include "tether/assist/obstacles/obstruction.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "tests/assist/drawn_scan.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

using control::Obstruction;
using test::corridor;
using test::doorway;
using test::drawn_scan;
using test::DrawnWorld;

constexpr int kFront = 405;  // beams of a TiM561: π/2, 0, π
constexpr int kRight = 135;
constexpr int kLeft = 675;
const robot::PlanarTwist kAhead(0.6, 0, 0);

RangeScan empty_scan() {
  RangeScan scan;
  scan.count = kTim561Beams;
  scan.ranges.fill(kNothing);
  return scan;
}

// three beams around this one, which smoothing leaves as one
RangeScan post_at(int beam, float distance) {
  RangeScan scan = empty_scan();
  for (int i = -1; i <= 1; ++i) scan.ranges[static_cast<std::size_t>(beam + i)] = distance;
  return scan;
}

Obstruction seen(ObstructionMode mode, const RangeScan& scan,
                 const robot::PlanarTwist& command = kAhead, bool smoothing = true) {
  ObstructionSensor sensor({.mode = mode, .smoothing = smoothing});
  return sensor.update(scan, command);
}

void expect_near(const Obstruction& is, const Obstruction& wanted, double tolerance) {
  EXPECT_NEAR(is.forward, wanted.forward, tolerance);
  EXPECT_NEAR(is.backward, wanted.backward, tolerance);
  EXPECT_NEAR(is.left, wanted.left, tolerance);
  EXPECT_NEAR(is.right, wanted.right, tolerance);
}

// single beams, unsmoothed: c = (2 − d)/2 · (±sin θ, ±cos θ), by hand
struct Row {
  double degrees;  // of the beam, 0 right
  float distance;
  Obstruction wanted;
};

TEST(Obstruction, OfPointsIsExactAgainstHandComputedBeams) {
  const double half = 0.5, root = std::sqrt(0.75), even = std::sqrt(0.5);
  const Row table[] = {
      {90, 1.0F, {.forward = 0.5}},                              // (2 − 1)/2 · sin 90°
      {90, 0.5F, {.forward = 0.75}},                             // (2 − 0.5)/2
      {90, 2.0F, {}},                                            // at d_max: nothing
      {90, 3.0F, {}},                                            // beyond
      {0, 0.5F, {.right = 0.75}},                                // cos 0° = 1
      {180, 1.5F, {.left = 0.25}},                               // cos 180° = −1
      {30, 1.0F, {.forward = 0.5 * half, .right = 0.5 * root}},  // sin 30° = ½, cos 30° = √¾
      {150, 1.0F, {.forward = 0.5 * half, .left = 0.5 * root}},  // its mirror image
      {-45, 1.0F, {.backward = 0.5 * even, .right = 0.5 * even}},  // first beam: behind, right
      {225, 1.0F, {.backward = 0.5 * even, .left = 0.5 * even}},   // last beam
      {60, 0.05F, {.forward = 0.975 * root, .right = 0.975 * half}},
  };
  for (const Row& row : table) {
    RangeScan scan = empty_scan();
    scan.ranges[static_cast<std::size_t>(std::lround((row.degrees + 45) * 3))] = row.distance;
    SCOPED_TRACE(row.degrees);
    expect_near(seen(ObstructionMode::point, scan, kAhead, false), row.wanted, 1e-8);
  }
}

TEST(Obstruction, TakesTheLargestOfEachSectorOnItsOwn) {
  // ahead at 1 m: 0.5. right at 0.5 m: 0.75. left at 1.6 m: 0.2. 30° at 0.2 m: forward 0.9 · ½,
  // which is less than 0.5, right 0.9 · √¾ = 0.779, which is more than 0.75
  RangeScan scan = empty_scan();
  scan.ranges[kFront] = 1;
  scan.ranges[kRight] = 0.5F;
  scan.ranges[kLeft] = 1.6F;
  scan.ranges[225] = 0.2F;
  expect_near(seen(ObstructionMode::point, scan, kAhead, false),
              {.forward = 0.5, .left = 0.2, .right = 0.9 * std::sqrt(0.75)}, 1e-7);
}

TEST(Obstruction, SeesAPostThroughTheSmoothing) {
  // the middle of three is the front; the beams beside it keep their distance too
  const Obstruction c = seen(ObstructionMode::point, post_at(kFront, 1));
  EXPECT_NEAR(c.forward, 0.5, 1e-8);
  EXPECT_NEAR(c.right, 0.5 * std::sin(M_PI / 540), 1e-8);
  EXPECT_NEAR(c.left, c.right, 1e-12);
}

TEST(Obstruction, OfACorridorIsItsClosedForm) {
  // walls at a to both sides: d = a/|cos θ|, so c_right = max (cos θ − a/D) = 1 − a/D, and
  // c_forward = max sin θ (1 − k/cos θ) with k = a/D, largest at cos³θ = k: (1 − k^⅔)^(3/2)
  for (const double a : {0.4, 0.75, 1.0, 1.5}) {
    const double k = a / 2;
    const double along = std::pow(1 - std::pow(k, 2.0 / 3), 1.5);
    const Obstruction c = seen(ObstructionMode::point, drawn_scan(corridor(2 * a), {}));
    EXPECT_NEAR(c.left, 1 - k, 1e-4) << a;
    EXPECT_NEAR(c.right, 1 - k, 1e-4) << a;
    EXPECT_NEAR(c.forward, along, 1e-4) << a;
    // the scanner's −45° reaches the largest backwards only when cos³ 45° ≤ k
    if (k > std::pow(0.5, 1.5)) {
      EXPECT_NEAR(c.backward, along, 1e-4) << a;
    }
  }
}

TEST(Obstruction, OfTheFootprintMeasuresFromTheOutlineAlongEachBeam) {
  // the scanner is 0.05 m behind the front, 0.3 m from the sides, 0.28 m ahead of the centre
  expect_near(
      seen(ObstructionMode::footprint, post_at(kFront, 1.05F)),
      {.forward = 0.5, .left = 0.5 * std::sin(M_PI / 540), .right = 0.5 * std::sin(M_PI / 540)},
      1e-4);
  EXPECT_NEAR(seen(ObstructionMode::footprint, post_at(kRight, 0.8F)).right, 0.75, 1e-7);
  EXPECT_NEAR(seen(ObstructionMode::footprint, post_at(kLeft, 1.3F)).left, 0.5, 1e-7);
  // −30°, beside the platform: the beam leaves the right side after 0.3/cos 30° = 0.3464 m; a
  // post 0.5 m farther leaves (2 − 0.5)/2 = 0.75 of it, cos 30° to the right, sin 30° behind
  const auto beside = static_cast<float>(0.3 / std::cos(M_PI / 6) + 0.5);
  const Obstruction c = seen(ObstructionMode::footprint, post_at(45, beside));
  EXPECT_NEAR(c.right, 0.75 * std::cos(M_PI / 6), 2e-3);
  EXPECT_NEAR(c.backward, 0.75 * std::sin(M_PI / 6), 5e-3);
  // within the outline: touched
  EXPECT_EQ(seen(ObstructionMode::footprint, post_at(kRight, 0.1F)).right, 1);
}

TEST(Obstruction, OfTheTrajectoryIsTheFreeWay) {
  // 0.6 m/s for 2.5 s: 1.5 m. a post 0.05 + 0.75 m before the scanner leaves 0.75 m
  EXPECT_NEAR(seen(ObstructionMode::trajectory, post_at(kFront, 0.8F)).forward, 0.5, 1e-3);
  EXPECT_NEAR(seen(ObstructionMode::trajectory, post_at(kFront, 1.56F)).forward, 0, 1e-3);
  // at rest it looks ahead as at 0.5 m/s: 1.25 m
  EXPECT_NEAR(seen(ObstructionMode::trajectory, post_at(kFront, 0.8F), {0, 0, 0}).forward, 0.4,
              1e-3);
  // at 1.2 m/s 3 m
  EXPECT_NEAR(seen(ObstructionMode::trajectory, post_at(kFront, 1.55F), {1.2, 0, 0}).forward, 0.5,
              1e-3);
  // straight ahead it is not in the way of a turn
  EXPECT_EQ(seen(ObstructionMode::trajectory, post_at(kFront, 1.4F), {0.6, 0, 0.9}).forward, 0);
  EXPECT_GT(seen(ObstructionMode::trajectory, post_at(kFront, 1.4F), {0.6, 0, 0}).forward, 0.05);
}

TEST(Obstruction, OfTheTrajectoryLetsADoorwayBeDrivenThroughWhereTheOthersPushBack) {
  const RangeScan scan = drawn_scan(doorway(1, 1), {});
  // the jamb is at (0.72, ±0.5) from the scanner: d = 0.8766, sin θ = 0.8214; a little beyond it,
  // at 0.72/sin θ, (1 − d/2) sin θ = sin θ − 0.36 is no larger than at the jamb: 0.4614
  EXPECT_NEAR(seen(ObstructionMode::point, scan).forward, 0.4614, 5e-3);
  EXPECT_GT(seen(ObstructionMode::footprint, scan).forward, 0.45);
  EXPECT_EQ(seen(ObstructionMode::trajectory, scan).forward, 0);
  // all the way through, at any speed
  for (double x = 0; x < 2; x += 0.05) {
    for (const double speed : {0.0, 0.3, 0.6, 1.2}) {
      const RangeScan there = drawn_scan(doorway(1, 1), {.x = x});
      EXPECT_EQ(seen(ObstructionMode::trajectory, there, {speed, 0, 0}).forward, 0) << x;
    }
  }
  // a door that is too narrow ends the way 0.67 m ahead of the outline
  const RangeScan narrow = drawn_scan(doorway(1, 0.55), {});
  EXPECT_NEAR(seen(ObstructionMode::trajectory, narrow).forward, 1 - 0.67 / 1.5, 0.01);
}

TEST(Obstruction, OfTheTrajectorySteersTowardsTheDoorway) {
  for (const double aside : {0.1, 0.2, 0.3}) {
    const Obstruction c =
        seen(ObstructionMode::trajectory, drawn_scan(doorway(1, 1), {.y = aside}));
    EXPECT_GT(c.left, 1.2 * c.right) << aside;
  }
  const Obstruction turned =
      seen(ObstructionMode::trajectory, drawn_scan(doorway(1, 1), {.heading = 0.17}));
  EXPECT_GT(turned.left, 1.5 * turned.right);
}

TEST(Obstruction, OfTheTrajectoryDistinguishesTheSidesOfACorridor) {
  for (const double speed : {0.0, 0.3, 0.6, 1.0}) {
    for (const double heading : {0.05, 0.09, 0.17}) {
      const Obstruction c = seen(ObstructionMode::trajectory,
                                 drawn_scan(corridor(2), {.heading = heading}), {speed, 0, 0});
      EXPECT_GT(c.left, 1.2 * c.right) << speed << " m/s, " << heading << " rad";
    }
    const Obstruction aside =
        seen(ObstructionMode::trajectory, drawn_scan(corridor(2), {.y = 0.2}), {speed, 0, 0});
    EXPECT_GT(aside.left, 1.5 * aside.right) << speed << " m/s";
  }
  // a wall on one side, nothing on the other
  const DrawnWorld wall{.walls = {{{-50, -0.6}, {50, -0.6}}}};
  const Obstruction c = seen(ObstructionMode::trajectory, drawn_scan(wall, {}));
  EXPECT_GT(c.right, 0.25);
  EXPECT_EQ(c.left, 0);
}

TEST(Obstruction, OfTheTrajectoryKnowsWhatIsBesideTheRearWhenBackingUp) {
  // a post 1 m behind the scanner and 0.9 m to its left, where it can be seen: on the way back to
  // the left it is met, on the way back to the right it is not
  DrawnWorld world;
  world.posts = {{{-0.62, 0.93}, 0.05}};
  const RangeScan scan = drawn_scan(world, {});
  // backwards and turning right, the rear swings to the left
  EXPECT_GT(seen(ObstructionMode::trajectory, scan, {-0.6, 0, -0.8}).backward, 0.1);
  EXPECT_EQ(seen(ObstructionMode::trajectory, scan, {-0.6, 0, 0.8}).backward, 0);
}

TEST(Obstruction, OfAMirroredWorldIsMirrored) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    test::RandomDraw draw(seed);
    RangeScan scan = empty_scan(), mirrored = scan;
    float distance = 1;
    for (int i = 0; i < scan.count; ++i) {
      if (draw.bernoulli(0.05)) distance = static_cast<float>(draw.between(0.3, 3));
      const float measured = draw.bernoulli(0.03)   ? kNoAnswer
                             : draw.bernoulli(0.03) ? kNothing
                                                    : distance;
      scan.ranges[static_cast<std::size_t>(i)] = measured;
      mirrored.ranges[static_cast<std::size_t>(scan.count - 1 - i)] = measured;
    }
    const double speed = draw.between(-1, 1), turn = draw.between(-1, 1);
    for (const auto mode :
         {ObstructionMode::point, ObstructionMode::footprint, ObstructionMode::trajectory}) {
      const Obstruction c = seen(mode, scan, {speed, 0, turn});
      const Obstruction m = seen(mode, mirrored, {speed, 0, -turn});
      expect_near(m, {c.forward, c.backward, c.right, c.left},
                  mode == ObstructionMode::trajectory ? 2e-3 : 1e-9);
    }
  }
}

TEST(Obstruction, GrowsWhenAnObstacleComesNearer) {
  for (const auto mode :
       {ObstructionMode::point, ObstructionMode::footprint, ObstructionMode::trajectory}) {
    double last = 0;
    for (float d = 3; d > 0.05F; d -= 0.01F) {
      const double now = seen(mode, post_at(kFront, d)).forward;
      EXPECT_GE(now, last - 1e-6) << d;
      EXPECT_LE(now - last, 0.011 / 1.25) << d;
      last = now;
    }
    EXPECT_GT(last, 0.9);
  }
}

TEST(Obstruction, StaysWithinItsBoundsWhateverBytesTheRangesAre) {
  const double commands[] = {
      0, 0.5, -0.3, 1e300, -1e300, std::nan(""), std::numeric_limits<double>::infinity()};
  for (const auto mode :
       {ObstructionMode::point, ObstructionMode::footprint, ObstructionMode::trajectory}) {
    for (const bool smoothing : {true, false}) {
      ObstructionSensor sensor({.mode = mode, .smoothing = smoothing});
      for (std::uint64_t seed = 0; seed < 400; ++seed) {
        test::RandomDraw draw(seed);
        RangeScan scan;
        scan.count = draw.bernoulli(0.8) ? kTim561Beams : draw.pick(3000) - 1000;
        const int kind = draw.pick(3);
        for (float& range : scan.ranges) {
          const auto bits = static_cast<std::uint32_t>(draw.bits());
          std::memcpy(&range, &bits, sizeof range);
          if (kind == 1) range = std::ldexp(1.0F, draw.pick(280) - 150);  // denormal to infinite
          if (kind == 2 && draw.bernoulli(0.7)) range = static_cast<float>(draw.between(-1, 3));
        }
        if (draw.bernoulli(0.1)) scan.first_angle = commands[draw.pick(7)];
        if (draw.bernoulli(0.1)) scan.angle_step = commands[draw.pick(7)];
        const Obstruction c = sensor.update(
            scan, {commands[draw.pick(7)], commands[draw.pick(7)], commands[draw.pick(7)]});
        for (const double way : {c.forward, c.backward, c.left, c.right}) {
          ASSERT_TRUE(way >= 0 && way <= 1) << way << " seed " << seed;
        }
      }
    }
  }
}

TEST(Obstruction, OfNothingSeenIsNothing) {
  for (const auto mode :
       {ObstructionMode::point, ObstructionMode::footprint, ObstructionMode::trajectory}) {
    EXPECT_EQ(seen(mode, empty_scan()), Obstruction{});
    EXPECT_EQ(seen(mode, RangeScan{}), Obstruction{});
    RangeScan deaf = empty_scan();
    deaf.ranges.fill(kNoAnswer);
    EXPECT_EQ(seen(mode, deaf), Obstruction{});
    ObstructionSensor sensor({.mode = mode});
    EXPECT_EQ(sensor.obstruction(kAhead), Obstruction{});
  }
}

TEST(Obstruction, Uses809BeamsAndAnyOtherScannerToo) {
  ObstructionSensor sensor({});
  sensor.see(post_at(kFront, 1));
  EXPECT_EQ(sensor.used().count, 809);
  // 181 beams of 1°, from 0°
  RangeScan coarse;
  coarse.count = 181;
  coarse.first_angle = 0;
  coarse.angle_step = M_PI / 180;
  coarse.ranges.fill(kNothing);
  coarse.ranges[90] = 1;
  EXPECT_NEAR(sensor.update(coarse, kAhead).forward, 0.5, 1e-8);
  // and back
  EXPECT_NEAR(sensor.update(post_at(kFront, 0.5F), kAhead).forward, 0.75, 1e-8);
  // angles that are none: the scan before stays
  RangeScan broken = empty_scan();
  broken.first_angle = std::nan("");
  EXPECT_NEAR(sensor.update(broken, kAhead).forward, 0.75, 1e-8);
}

TEST(Obstruction, RefusesImpossibleParameters) {
  EXPECT_THROW(ObstructionSensor({.d_max = 0}), core::InputError);
  EXPECT_THROW(ObstructionSensor({.horizon = -1}), core::InputError);
  EXPECT_THROW(ObstructionSensor({.least_speed = std::nan("")}), core::InputError);
  EXPECT_THROW(ObstructionSensor({.outline = {}}), core::InputError);
}

TEST(Obstruction, AllocatesNothing) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers bring their own allocator";
  for (const auto mode :
       {ObstructionMode::point, ObstructionMode::footprint, ObstructionMode::trajectory}) {
    ObstructionSensor sensor({.mode = mode});
    const RangeScan scan = drawn_scan(corridor(2), {});
    const test::AllocationCounter counter;
    sensor.update(scan, {-0.2, 0, 0.3});
    EXPECT_EQ(counter.allocations(), 0);
  }
}

}  // namespace
}  // namespace tether::assist
