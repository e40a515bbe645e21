#include "tether/report/plots/drive_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tether::report {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Walls along x only: what is between their faces and the vehicle's, whichever way it is turned.
double beside(const sim::Course& course, const spatial::Pose& pose, const Eigen::Vector2d& half) {
  double least = kInfinity;
  for (const sim::CourseBox& box : course.boxes) {
    least = std::min(least, std::abs(pose.position.y() - box.centre.y()) - box.half.y() - half.y());
  }
  return least;
}

// a corridor from y = −1 to y = 1, ten metres long
sim::Course corridor() {
  return {.boxes = {{"left_wall", {5, 1.1}, {5, 0.1}, 0}, {"right_wall", {5, -1.1}, {5, 0.1}, 0}},
          .posts = {}};
}

const DriveOutline kOutline{.half = {0.4, 0.3}, .scanner_ahead = 0.25};

CourseParams straight() { return {.centre = {{0, 0}, {10, 0}}, .stop = 0.5, .margin = 0.05}; }

DriveWatch watch_corridor() { return {corridor(), kOutline, straight(), beside}; }

spatial::Pose at(double x, double y, double heading = 0) {
  return {spatial::exp_rotation(spatial::Vector3(0, 0, heading)), {x, y, 0}};
}

TEST(DriveWatch, KnowsTheLeastClearance) {
  DriveWatch watch = watch_corridor();
  watch.observe(0, at(0, 0), 0.5, {0, 0, 0});
  watch.observe(0.1, at(0.1, -0.4), 0.5, {0, 0, 0});
  watch.observe(0.2, at(0.2, 0.25), 0.5, {0, 0, 0});
  // 1 − 0.4 − 0.3
  EXPECT_NEAR(watch.metrics().least_clearance, 0.3, 1e-12);
  EXPECT_EQ(watch.metrics().collisions, 0);
}

TEST(DriveWatch, HasNoLeastClearanceWhereThereIsNothing) {
  DriveWatch watch({}, kOutline, {}, beside);
  watch.observe(0, at(0, 0), 0.5, {0, 0, 0});
  EXPECT_EQ(watch.metrics().least_clearance, kInfinity);
  EXPECT_EQ(watch.metrics().collisions, 0);
  EXPECT_EQ(watch.metrics().way, 0);
  EXPECT_FALSE(watch.metrics().stop_error);
}

// the vehicle at each of these for a time, at a thousand ticks per second
struct Stay {
  double y, lasts;
};
DriveWatch watched(std::initializer_list<Stay> stays) {
  DriveWatch watch = watch_corridor();
  int tick = 0;
  for (const Stay& stay : stays) {
    const int end = tick + static_cast<int>(std::lround(stay.lasts * 1000));
    for (; tick < end; ++tick) watch.observe(1e-3 * tick, at(1, stay.y), 0.1, {0, 0, 0});
  }
  return watch;
}

// clearance is 0.7 − y: 0.04 at 0.66 is a collision, 0.06 at 0.64 is none, 0.1 at 0.6 is clear
TEST(DriveWatch, CountsACollisionWhereTheMarginIsEntered) {
  EXPECT_EQ(watched({{0.6, 0.1}, {0.64, 0.1}}).metrics().collisions, 0);
  EXPECT_EQ(watched({{0.6, 0.1}, {0.66, 0.1}}).metrics().collisions, 1);
  EXPECT_EQ(watched({{0.66, 0.1}}).metrics().collisions, 1);
}

TEST(DriveWatch, CountsANewCollisionOnlyAfterHavingBeenWellClearForAWhile) {
  // not far enough, however long
  EXPECT_EQ(watched({{0.66, 0.1}, {0.64, 1}, {0.66, 0.1}}).metrics().collisions, 1);
  // not long enough, however often
  EXPECT_EQ(watched({{0.66, 0.1}, {0.5, 0.19}, {0.64, 0.1}, {0.5, 0.19}, {0.66, 0.1}})
                .metrics()
                .collisions,
            1);
  // both
  EXPECT_EQ(watched({{0.66, 0.1}, {0.6, 0.21}, {0.66, 0.1}}).metrics().collisions, 2);
}

TEST(DriveWatch, SaysWhenWhereAndWithWhatItCollided) {
  const DriveWatch watch = watched({{0, 0.5}, {0.66, 0.1}, {0, 0.5}, {-0.68, 0.1}});
  const auto& hits = watch.map().collisions;
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_NEAR(hits[0].t, 0.5, 1e-12);
  EXPECT_EQ(hits[0].x, 1);
  EXPECT_EQ(hits[0].y, 0.66);
  EXPECT_EQ(hits[0].what, "left_wall");
  EXPECT_NEAR(hits[1].t, 1.1, 1e-12);
  EXPECT_EQ(hits[1].what, "right_wall");
}

TEST(DriveWatch, DistinguishesAStopTooEarlyFromOneTooLate) {
  DriveWatch watch = watch_corridor();
  // the front is 0.6 m before the end of the line, and 0.5 m is asked for
  watch.observe(0, at(9, 0.2), 0.5, {0, 0, 0});
  ASSERT_TRUE(watch.metrics().stop_error);
  EXPECT_NEAR(*watch.metrics().stop_error, 0.1, 1e-12);
  watch.observe(0.1, at(9.3, 0.2), 0, {0, 0, 0});
  EXPECT_NEAR(*watch.metrics().stop_error, -0.2, 1e-12);
  // turned by 60 degrees the front is half as far ahead
  watch.observe(0.2, at(9, 0, std::numbers::pi / 3), 0, {0, 0, 0});
  EXPECT_NEAR(*watch.metrics().stop_error, 0.3, 1e-12);
}

TEST(DriveWatch, MeasuresTheStopAlongTheLastPieceOfTheLine) {
  CourseParams bend{.centre = {{0, 0}, {3, 0}, {3, 4}}, .stop = 0.5, .margin = 0};
  DriveWatch watch({}, kOutline, bend, beside);
  watch.observe(0, at(3.2, 2.9, std::numbers::pi / 2), 0, {0, 0, 0});
  EXPECT_NEAR(*watch.metrics().stop_error, 4 - 2.9 - 0.4 - 0.5, 1e-12);
}

TEST(DriveWatch, SaysNothingOfAStopThatNobodyAskedFor) {
  CourseParams params = straight();
  params.stop.reset();
  DriveWatch watch(corridor(), kOutline, params, beside);
  watch.observe(0, at(9, 0), 0, {0, 0, 0});
  EXPECT_FALSE(watch.metrics().stop_error);
}

TEST(DriveWatch, MeasuresHowFarBesideTheLineItMovedWhileItMoved) {
  DriveWatch watch = watch_corridor();
  watch.observe(0, at(0, 0.5), 0, {0, 0, 0});
  watch.observe(1, at(0, 0.3), 0.5, {0, 0, 0});      // one second of it
  watch.observe(4, at(1, -0.1), 0.5, {0, 0, 0});     // three
  watch.observe(9, at(1, 0.6), 0.019, {0, 0, 0});    // at rest
  watch.observe(10, at(1, 0.2), -0.021, {0, 0, 0});  // backwards
  EXPECT_NEAR(watch.metrics().lateral_rms, std::sqrt((0.09 + 3 * 0.01 + 0.04) / 5), 1e-12);
}

TEST(DriveWatch, KnowsHowFarItCameEvenIfItWentBack) {
  DriveWatch watch = watch_corridor();
  watch.observe(0, at(-0.5, 0), 0.5, {0, 0, 0});
  EXPECT_EQ(watch.metrics().way, 0);
  watch.observe(1, at(7, 0.3), 0.5, {0, 0, 0});
  watch.observe(2, at(4, 0), -0.5, {0, 0, 0});
  EXPECT_NEAR(watch.metrics().way, 0.7, 1e-12);
  watch.observe(3, at(11, 0), 0.5, {0, 0, 0});
  EXPECT_EQ(watch.metrics().way, 1);
}

TEST(DriveWatch, TakesTheTimeFromTheFirstMotionToTheLast) {
  DriveWatch watch = watch_corridor();
  EXPECT_EQ(watch.metrics().driving_time, 0);
  const auto drive = [&](double t, double speed) { watch.observe(t, at(0, 0), speed, {0, 0, 0}); };
  drive(0, 0.01);
  drive(1, 0.03);
  drive(2, 0);
  drive(3.5, -0.4);
  drive(8, 0.02);
  EXPECT_NEAR(watch.metrics().driving_time, 2.5, 1e-12);
}

TEST(DriveWatch, KeepsAPathOfTwentyMomentsPerSecondThatEndsWhereTheVehicleIs) {
  DriveWatch watch = watch_corridor();
  for (int tick = 0; tick <= 2017; ++tick) {
    watch.observe(1e-3 * tick, at(1e-3 * tick, 0), 1, {0.25, 0, -0.5});
    EXPECT_EQ(watch.map().path.back().t, 1e-3 * tick);
  }
  const auto& path = watch.map().path;
  ASSERT_EQ(path.size(), 42U);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    EXPECT_NEAR(path[i].t, 0.05 * static_cast<double>(i), 1e-9);
  }
  EXPECT_NEAR(path[20].x, 1, 1e-9);
  EXPECT_NEAR(path[20].clearance, 0.7, 1e-12);
  EXPECT_EQ(path[20].force_x, 0.25);
  EXPECT_EQ(path[20].force_z, -0.5);
  EXPECT_EQ(path[20].speed, 1);
}

TEST(DriveWatch, ThinsALongPathAndKeepsBothItsEnds) {
  DriveWatch watch = watch_corridor();
  for (int i = 0; i <= 20000; ++i) watch.observe(0.05 * i, at(0, 0), 1, {0, 0, 0});
  const auto& path = watch.map().path;
  EXPECT_GT(path.size(), 1000U);
  EXPECT_LE(path.size(), 4000U);
  EXPECT_EQ(path.front().t, 0);
  EXPECT_EQ(path.back().t, 1000);
  for (std::size_t i = 1; i < path.size(); ++i) EXPECT_GT(path[i].t, path[i - 1].t);
}

TEST(DriveWatch, DrawsAScanInWorldAxes) {
  DriveWatch watch = watch_corridor();
  assist::RangeScan scan{.time = core::Time(std::chrono::seconds(3)),
                         .first_angle = 0,
                         .angle_step = std::numbers::pi / 2,
                         .count = 5};
  scan.ranges = {1, 2, 3, assist::kNothing, assist::kNoAnswer};
  // faces +y, so that the scanner is at (2, 1.25)
  watch.observe_scan(scan, at(2, 1, std::numbers::pi / 2));
  ASSERT_EQ(watch.map().scans.size(), 1U);
  const DriveMap::Sight& sight = watch.map().scans[0];
  EXPECT_EQ(sight.t, 3);
  EXPECT_NEAR(sight.x, 2, 1e-12);
  EXPECT_NEAR(sight.y, 1.25, 1e-12);
  EXPECT_NEAR(sight.heading, std::numbers::pi / 2, 1e-12);
  ASSERT_EQ(sight.points.size(), 3U);
  EXPECT_LT((sight.points[0] - Eigen::Vector2d(3, 1.25)).norm(), 1e-6);   // right
  EXPECT_LT((sight.points[1] - Eigen::Vector2d(2, 3.25)).norm(), 1e-6);   // front
  EXPECT_LT((sight.points[2] - Eigen::Vector2d(-1, 1.25)).norm(), 1e-6);  // left
}

TEST(DriveWatch, ThinsScansAndTheirPoints) {
  DriveWatch watch = watch_corridor();
  assist::RangeScan scan{.count = assist::kTim561Beams};
  scan.ranges.fill(1);
  for (int i = 0; i < 1500; ++i) {
    scan.time = core::Time(core::duration_from_seconds(i / 15.0));
    watch.observe_scan(scan, at(0, 0));
  }
  const auto& scans = watch.map().scans;
  EXPECT_GT(scans.size(), 60U);
  EXPECT_LE(scans.size(), 150U);
  EXPECT_EQ(scans.front().t, 0);
  EXPECT_GT(scans.back().t, 97);
  for (const DriveMap::Sight& sight : scans) {
    EXPECT_GT(sight.points.size(), 100U);
    EXPECT_LE(sight.points.size(), 200U);
  }
}

TEST(DriveWatch, DoesNotSeeWhatIsNotFinite) {
  DriveWatch watch = watch_corridor();
  watch.observe(0, at(std::nan(""), 0), 1, {0, 0, 0});
  EXPECT_TRUE(watch.map().path.empty());
}

TEST(DriveMap, BecomesTheJsonThatThePageReads) {
  sim::Course course = corridor();
  course.posts = {{"post", {4, 0.5}, 0.2}};
  DriveWatch watch(course, kOutline, straight(), beside);
  watch.observe(0.5, at(1, 0.66), 0.25, {1, 9, -2});
  assist::RangeScan scan{.first_angle = std::numbers::pi / 2, .count = 1};
  scan.ranges[0] = 2;
  watch.observe_scan(scan, at(0, 0));
  const nlohmann::json json = to_json(watch.map());
  const auto expected = nlohmann::json::parse(R"({
    "walls": [{"x": 5.0, "y": 1.1, "hx": 5.0, "hy": 0.1, "angle": 0.0},
              {"x": 5.0, "y": -1.1, "hx": 5.0, "hy": 0.1, "angle": 0.0}],
    "posts": [{"x": 4.0, "y": 0.5, "r": 0.2}],
    "footprint": {"hx": 0.4, "hy": 0.3},
    "centre": [[0.0, 0.0], [10.0, 0.0]],
    "stop": 0.5,
    "margin": 0.05,
    "path": [[0.5, 1.0, 0.66, 0.0, 0.25, 0.04, 1.0, -2.0]],
    "scans": [{"t": 0.0, "x": 0.25, "y": 0.0, "heading": 0.0, "points": [[2.25, 0.0]]}],
    "collisions": [{"t": 0.5, "x": 1.0, "y": 0.66, "what": "left_wall"}]
  })");
  EXPECT_EQ(json, expected) << json.dump(1);
}

TEST(DriveMap, HasNullWhereNothingIsKnown) {
  DriveWatch watch({}, kOutline, {}, beside);
  watch.observe(0, at(0, 0), 0, {0, 0, 0});
  // as text: only there a number that is not finite becomes null
  const auto json = nlohmann::json::parse(to_json(watch.map()).dump());
  EXPECT_TRUE(json["stop"].is_null());
  EXPECT_TRUE(json["path"][0][5].is_null());
  EXPECT_TRUE(json["collisions"].empty());
  EXPECT_TRUE(json["scans"].empty());
}

}  // namespace
}  // namespace tether::report
