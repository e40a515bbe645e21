#include "tether/sim/world/range_scanner.hpp"

#include <cmath>
#include <cstring>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/standing.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/platform.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::sim {
namespace {

using assist::RangeScan;

RangeScannerParams as_shipped(const std::string& world) { return {.world = world_file(world)}; }

// measures the truth, and always
RangeScannerParams perfect(const std::string& world) {
  RangeScannerParams params = as_shipped(world);
  params.deviation = params.resolution = params.mixed_probability = params.loss = params.darkest =
      0;
  return params;
}

float range(const RangeScan& scan, int beam) { return scan.ranges[static_cast<std::size_t>(beam)]; }

// distance to the walls of worlds/corridor.xml; negative when a beam leaves by the open end
double in_corridor(const Eigen::Vector2d& from, const Eigen::Vector2d& way) {
  constexpr double kEnd = 8, kOpen = -2, kSide = 1;
  double least = 1e9;
  if (way.x() > 0) least = (kEnd - from.x()) / way.x();
  if (way.y() != 0) {
    const double side = (std::copysign(kSide, way.y()) - from.y()) / way.y();
    if (from.x() + side * way.x() >= kOpen) least = std::min(least, side);
  }
  return least < 1e8 ? least : -1;
}

TEST(RangeScanner, SeesACorridorAsGeometryPredicts) {
  RangeScanner scanner(perfect("corridor"));
  const robot::PlatformGeometry platform;
  RangeScan scan;
  for (const auto& [x, y, turn] : {std::tuple(0.0, 0.0, 0.0), std::tuple(3.0, 0.4, 0.5),
                                   std::tuple(6.5, -0.3, -1.2), std::tuple(1.0, 0.1, 3.0)}) {
    scanner.scan(standing(x, y, turn), core::Time{}, scan);
    ASSERT_EQ(scan.count, assist::kTim561Beams);
    const Eigen::Rotation2Dd axes(turn);
    const Eigen::Vector2d from =
        Eigen::Vector2d(x, y) + axes * Eigen::Vector2d(platform.scanner_ahead, 0);
    int seen = 0;
    for (int i = 0; i < scan.count; ++i) {
      const double angle = scan.angle(i);
      const Eigen::Vector2d way = axes * Eigen::Vector2d(std::sin(angle), -std::cos(angle));
      const double expected = in_corridor(from, way);
      if (expected < 0 || expected > 10) {
        EXPECT_EQ(range(scan, i), assist::kNothing) << i;
      } else {
        EXPECT_NEAR(range(scan, i), expected, 1e-5) << i;
        ++seen;
      }
    }
    EXPECT_GT(seen, 500);
  }
}

TEST(RangeScanner, LooksRightFirstThenAheadThenLeft) {
  RangeScanner scanner(perfect("doorway"));
  RangeScan scan;
  scanner.scan(standing(0, 0.5, 0), core::Time{std::chrono::seconds(3)}, scan);
  const auto beam_at = [&](double angle) {
    return static_cast<int>(std::lround((angle - scan.first_angle) / scan.angle_step));
  };
  EXPECT_NEAR(range(scan, beam_at(0)), 1.5, 1e-5);
  EXPECT_NEAR(range(scan, beam_at(std::numbers::pi)), 0.5, 1e-5);
  // through the door to the end wall
  EXPECT_NEAR(range(scan, beam_at(std::numbers::pi / 2)), 8 - 0.28, 1e-5);
  EXPECT_NEAR(scan.first_angle, -std::numbers::pi / 4, 1e-12);
  EXPECT_NEAR(scan.angle(scan.count - 1), 5 * std::numbers::pi / 4, 1e-12);
  EXPECT_EQ(scan.time, core::Time{std::chrono::seconds(3)});
  EXPECT_EQ(scan.number, 1U);
}

TEST(RangeScanner, SeesNothingOnAnOpenFloorNotEvenItself) {
  RangeScanner scanner(as_shipped("open_floor"));
  RangeScan scan;
  scanner.scan(standing(0, 0, 0), core::Time{}, scan);
  for (int i = 0; i < scan.count; ++i) EXPECT_EQ(range(scan, i), assist::kNothing);
}

// of the beams, over many scans
struct Statistics {
  double mean = 0, deviation = 0, lost = 0;
};

// of some beams alone, which cost less than all
Statistics statistics(RangeScannerParams params, const spatial::Pose& pose, int first, int last) {
  params.first_angle += first * params.angle_step;
  params.beams = last - first + 1;
  RangeScanner scanner(params);
  RangeScan scan;
  double sum = 0, squares = 0;
  int answers = 0, lost = 0;
  for (int i = 0; i < 4000; ++i) {
    scanner.scan(pose, core::Time{}, scan);
    for (int beam = 0; beam < scan.count; ++beam) {
      const double measured = range(scan, beam);
      if (std::isnan(measured)) {
        ++lost;
        continue;
      }
      sum += measured;
      squares += measured * measured;
      ++answers;
    }
  }
  const double mean = sum / answers;
  return {mean, std::sqrt(squares / answers - mean * mean),
          static_cast<double>(lost) / (lost + answers)};
}

constexpr int kAhead = 405;

TEST(RangeScanner, HasTheNoiseOfItsDataSheet) {
  const Statistics ahead = statistics(as_shipped("corridor"), standing(4, 0, 0), kAhead, kAhead);
  EXPECT_NEAR(ahead.mean, 3.72, 0.002);
  EXPECT_NEAR(ahead.deviation, 0.020, 0.001);
}

TEST(RangeScanner, KeepsItsSystematicErrorWithinBounds) {
  RangeScannerParams params = perfect("corridor");
  params.systematic_error = 0.06;
  double least = 1, most = -1;
  for (params.seed = 1; params.seed <= 20; ++params.seed) {
    RangeScanner scanner(params);
    RangeScan scan;
    scanner.scan(standing(4, 0, 0), core::Time{}, scan);
    const double error = range(scan, kAhead) - 3.72;
    EXPECT_LE(std::abs(error), 0.06 + 1e-6);
    least = std::min(least, error);
    most = std::max(most, error);
  }
  EXPECT_LT(least, -0.03);
  EXPECT_GT(most, 0.03);
}

TEST(RangeScanner, LosesFewBeamsOnBrightWallsNearby) {
  EXPECT_NEAR(statistics(as_shipped("corridor"), standing(4, 0, 0), kAhead - 20, kAhead + 20).lost,
              0.002, 0.0005);
}

TEST(RangeScanner, LosesMoreTheShallowerAndFartherItLooks) {
  RangeScannerParams params = as_shipped("corridor");
  params.loss = params.mixed_probability = 0;
  // along the left wall: after d metres the cosine of the incidence is 1 / d
  const auto beam_at = [](double d) {
    return kAhead + static_cast<int>(std::lround(std::asin(1 / d) * 540 / std::numbers::pi));
  };
  for (const double d : {4.0, 6.0, 7.0, 7.6}) {
    const int beam = beam_at(d);
    const double measured = 1 / std::sin((beam - kAhead) * std::numbers::pi / 540);
    const double s = (0.72 + 0.74 + 0.77) / 3 / (measured * measured * measured) / (0.1 / 64);
    EXPECT_NEAR(statistics(params, standing(0, 0, 0), beam, beam).lost, 1 / (1 + std::pow(s, 4)),
                0.025)
        << measured;
  }
}

TEST(RangeScanner, MixesRangesOnlyAtEdges) {
  RangeScannerParams params = perfect("doorway");
  params.mixed_probability = 0.3;
  RangeScanner scanner(params), truth(perfect("doorway"));
  RangeScan measured, expected;
  int mixed = 0, edges = 0;
  for (int i = 0; i < 200; ++i) {
    const spatial::Pose pose = standing(1.5 + 0.005 * i, 0.1, 0.1);
    scanner.scan(pose, core::Time{}, measured);
    truth.scan(pose, core::Time{}, expected);
    for (int beam = 1; beam + 1 < measured.count; ++beam) {
      const auto [front, back] = std::minmax(
          {range(expected, beam - 1), range(expected, beam), range(expected, beam + 1)});
      EXPECT_GE(range(measured, beam), front);
      EXPECT_LE(range(measured, beam), back);
      const bool differs = range(measured, beam) != range(expected, beam);
      if (back - front > params.edge + 1e-4F) {
        ++edges;
        mixed += differs ? 1 : 0;
      } else if (back - front < params.edge - 1e-4F) {
        EXPECT_FALSE(differs) << beam;
      }
    }
  }
  EXPECT_GT(edges, 500);
  EXPECT_NEAR(static_cast<double>(mixed) / edges, 0.3, 0.05);
}

TEST(RangeScanner, GivesNoAnswerForWhatIsTooNear) {
  RangeScanner scanner(perfect("corridor"));
  RangeScan scan;
  scanner.scan(standing(8 - 0.28 - 0.03, 0, 0), core::Time{}, scan);
  EXPECT_TRUE(std::isnan(range(scan, kAhead)));
  scanner.scan(standing(8 - 0.28 - 0.06, 0, 0), core::Time{}, scan);
  EXPECT_NEAR(range(scan, kAhead), 0.06, 1e-6);
}

TEST(RangeScanner, RepeatsBitForBitFromItsSeedAndDiffersFromAnother) {
  RangeScannerParams params = as_shipped("clutter");
  RangeScanner a(params), b(params);
  params.seed = 2;
  RangeScanner c(params);
  RangeScan one, two, other;
  for (int i = 0; i < 50; ++i) {
    const spatial::Pose pose = standing(0.1 * i, 0, 0.05 * i);
    a.scan(pose, core::Time{}, one);
    b.scan(pose, core::Time{}, two);
    c.scan(pose, core::Time{}, other);
    ASSERT_EQ(std::memcmp(one.ranges.data(), two.ranges.data(), sizeof one.ranges), 0);
  }
  EXPECT_NE(std::memcmp(one.ranges.data(), other.ranges.data(), sizeof one.ranges), 0);
  EXPECT_EQ(one.number, 50U);
}

TEST(RangeScanner, NeverAllocatesOnceMade) {
  RangeScanner scanner(as_shipped("clutter"));
  RangeScan scan;
  const test::AllocationCounter counter;
  scanner.scan(standing(1, 0, 0), core::Time{}, scan);
  EXPECT_EQ(counter.allocations(), 0);
}

TEST(RangeScanner, RefusesAWorldWithoutAScannerAndTooManyBeams) {
  EXPECT_THAT([] { RangeScanner scanner(as_shipped("wall_lwr")); },
              testing::ThrowsMessage<core::InputError>(
                  testing::HasSubstr("the world has no site \"scanner\"")));
  RangeScannerParams params = as_shipped("corridor");
  params.beams = 2000;
  EXPECT_THAT([&] { RangeScanner scanner(params); },
              testing::ThrowsMessage<core::InputError>(
                  testing::HasSubstr("a scan has 1 to 1024 beams, not 2000")));
}

}  // namespace
}  // namespace tether::sim
