#include "tether/sim/world/course.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/standing.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/platform.hpp"
#include "tether/sim/world/world.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::sim {
namespace {

using Eigen::Vector2d;

// from above, as many points
std::vector<Vector2d> outline(const Vector2d& centre, const Vector2d& half, double angle) {
  const Eigen::Rotation2Dd turn(angle);
  std::vector<Vector2d> points;
  constexpr int kSteps = 50;
  for (int i = 0; i < kSteps; ++i) {
    const double s = -1 + 2.0 * i / kSteps;
    for (const Vector2d& p : {Vector2d(s, -1), Vector2d(1, s), Vector2d(-s, 1), Vector2d(-1, -s)}) {
      points.emplace_back(centre + turn * Vector2d(p.cwiseProduct(half)));
    }
  }
  return points;
}
std::vector<Vector2d> outline(const Vector2d& centre, double radius) {
  std::vector<Vector2d> points;
  for (int i = 0; i < 400; ++i) {
    points.emplace_back(
        centre + radius * (Eigen::Rotation2Dd(std::numbers::pi * i / 200) * Vector2d::UnitX()));
  }
  return points;
}

// The greatest distance by which a direction separates the two, over many directions: minus the way
// out when no direction does. Exact for convex shapes as the directions become dense.
double separation(const std::vector<Vector2d>& a, const std::vector<Vector2d>& b) {
  double best = -1e9;
  for (int i = 0; i < 1440; ++i) {
    const Vector2d u = Eigen::Rotation2Dd(std::numbers::pi * i / 720) * Vector2d::UnitX();
    double a_ends = -1e9, b_begins = 1e9;
    for (const Vector2d& p : a) a_ends = std::max(a_ends, u.dot(p));
    for (const Vector2d& p : b) b_begins = std::min(b_begins, u.dot(p));
    best = std::max(best, b_begins - a_ends);
  }
  return best;
}

class Random {
 public:
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }

 private:
  std::mt19937 engine_{7};
};

TEST(Clearance, AgreesWithSampledOutlinesOfRandomBoxes) {
  Random random;
  int overlaps = 0;
  for (int i = 0; i < 150; ++i) {
    const CourseBox box{
        "", {random(-1, 1), random(-1, 1)}, {random(0.05, 1), random(0.05, 1)}, random(-4, 4)};
    const Vector2d half(random(0.1, 0.6), random(0.1, 0.6));
    const double x = random(-1.5, 1.5), y = random(-1.5, 1.5), turn = random(-4, 4);
    const double measured = clearance({{box}, {}}, standing(x, y, turn), half);
    const double sampled =
        separation(outline({x, y}, half, turn), outline(box.centre, box.half, box.angle));
    EXPECT_NEAR(measured, sampled, 0.006) << i;
    overlaps += measured < 0 ? 1 : 0;
  }
  EXPECT_GT(overlaps, 30);
  EXPECT_LT(overlaps, 120);
}

TEST(Clearance, AgreesWithSampledOutlinesOfRandomPosts) {
  Random random;
  for (int i = 0; i < 150; ++i) {
    const CoursePost post{"", {random(-1, 1), random(-1, 1)}, random(0.02, 0.5)};
    const Vector2d half(random(0.1, 0.6), random(0.1, 0.6));
    const double x = random(-1.5, 1.5), y = random(-1.5, 1.5), turn = random(-4, 4);
    EXPECT_NEAR(clearance({{}, {post}}, standing(x, y, turn), half),
                separation(outline({x, y}, half, turn), outline(post.centre, post.radius)), 0.006)
        << i;
  }
}

TEST(Clearance, IsExactInPlainCases) {
  const Course course{{{"box", {2, 0}, {0.5, 1}, 0}}, {{"post", {0, 3}, 0.25}}};
  EXPECT_DOUBLE_EQ(clearance(course, standing(0, 0, 0), {0.5, 0.5}), 1.0);
  EXPECT_NEAR(clearance(course, standing(0, 0, std::numbers::pi / 4), {0.5, 0.5}),
              1.5 - std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(clearance(course, standing(1.25, 0, 0), {0.5, 0.5}), -0.25, 1e-12);
  EXPECT_NEAR(clearance(course, standing(0, 2, 0), {0.5, 0.5}), 0.25, 1e-12);
  // corner to post
  EXPECT_NEAR(clearance({{}, course.posts}, standing(-1, 1.5, 0), {0.5, 0.5}),
              std::hypot(0.5, 1) - 0.25, 1e-12);
  // the middle of the post is within the rectangle: out by the nearest side
  EXPECT_NEAR(clearance({{}, course.posts}, standing(0, 2.75, 0), {0.5, 0.5}), -0.5, 1e-12);
  EXPECT_EQ(clearance({}, standing(0, 0, 0), {0.5, 0.5}), std::numeric_limits<double>::infinity());
}

TEST(Course, OfTheCorridorIsThreeWallsWithoutFloorOrRobot) {
  const Course course = read_course(world_file("corridor"));
  ASSERT_EQ(course.boxes.size(), 3U);
  EXPECT_TRUE(course.posts.empty());
  EXPECT_EQ(course.boxes[0].name, "wall_left");
  EXPECT_NEAR(clearance(course, standing(0, 0, 0), {0.33, 0.30}), 0.70, 1e-12);
  EXPECT_NEAR(clearance(course, standing(7.5, 0, 0), {0.33, 0.30}), 0.17, 1e-12);
}

TEST(Course, OfAnOpenFloorIsEmpty) {
  const Course course = read_course(world_file("open_floor"));
  EXPECT_TRUE(course.boxes.empty() && course.posts.empty());
}

TEST(Course, RefusesWhatItCannotDraw) {
  const auto path = std::filesystem::path(testing::TempDir()) / "aslant.xml";
  std::ofstream(path) << R"(<mujoco><worldbody>
    <geom name="ramp" type="box" size="1 1 0.1" euler="0 20 0"/></worldbody></mujoco>)";
  EXPECT_THAT([&] { read_course(path.string()); },
              testing::ThrowsMessage<core::InputError>(testing::HasSubstr(
                  "\"ramp\" is neither a box nor a cylinder that stands upright")));
  EXPECT_THROW(read_course("no_such_world.xml"), core::InputError);
}

// x, y of the points that the world's file gives
std::vector<Vector2d> centre_line(const std::string& name) {
  const World world(world_file(name));
  const mjModel& model = world.model();
  const int id = mj_name2id(&model, mjOBJ_NUMERIC, "centre_line");
  std::vector<Vector2d> points;
  for (int i = 0; id >= 0 && i < model.numeric_size[id]; i += 2) {
    const mjtNum* p = model.numeric_data + model.numeric_adr[id] + i;
    points.emplace_back(p[0], p[1]);
  }
  return points;
}

class Courses : public testing::TestWithParam<std::tuple<std::string, double>> {};

// from the start to a metre before the last point, where a wall may be
TEST_P(Courses, HaveRoomForThePlatformAlongTheirCentreLine) {
  const auto& [name, room] = GetParam();
  const Course course = read_course(world_file(name));
  const std::vector<Vector2d> line = centre_line(name);
  ASSERT_GE(line.size(), 2U);
  EXPECT_EQ(line.front(), Vector2d(0, 0));
  const robot::PlatformGeometry platform;
  for (std::size_t leg = 0; leg + 1 < line.size(); ++leg) {
    const Vector2d way = line[leg + 1] - line[leg];
    const double turn = std::atan2(way.y(), way.x());
    const double length = way.norm() - (leg + 2 == line.size() ? 1 : 0);
    for (double s = 0; s <= length; s += 0.02) {
      const Vector2d p = line[leg] + s * way.normalized();
      EXPECT_GT(clearance(course, standing(p.x(), p.y(), 0), {0, 0}), room - 1e-9)
          << name << " at " << p.transpose();
      EXPECT_GT(clearance(course, standing(p.x(), p.y(), turn),
                          {platform.half_length, platform.half_width}),
                0.1)
          << name << " at " << p.transpose();
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Shipped, Courses,
                         testing::Values(std::tuple("corridor", 1.0), std::tuple("doorway", 0.5),
                                         std::tuple("bend", 1.0), std::tuple("clutter", 0.6)),
                         [](const auto& course) { return std::get<0>(course.param); });

// whoever only goes ahead grazes the right jamb
TEST(Doorway, IsNotPassedStraightAhead) {
  const Course course = read_course(world_file("doorway"));
  EXPECT_NEAR(clearance(course, standing(4.05, 0, 0), {0.33, 0.30}), 0, 1e-9);
  EXPECT_NEAR(clearance(course, standing(4.05, 0.2, 0), {0.33, 0.30}), 0.2, 1e-9);
}

TEST(Clutter, HasThingsThatTouchOrLeaveTwelveTenthsOfAMetreBetweenThem) {
  const Course all = read_course(world_file("clutter"));
  const auto expect_room = [](double gap, const std::string& a, const std::string& b) {
    EXPECT_TRUE(gap < 1e-9 || gap > 1.2) << a << ", " << b << ": " << gap << " m";
  };
  for (std::size_t i = 0; i < all.boxes.size(); ++i) {
    const CourseBox& box = all.boxes[i];
    const spatial::Pose place = standing(box.centre.x(), box.centre.y(), box.angle);
    for (std::size_t j = i + 1; j < all.boxes.size(); ++j) {
      expect_room(clearance({{all.boxes[j]}, {}}, place, box.half), box.name, all.boxes[j].name);
    }
    for (const CoursePost& post : all.posts) {
      expect_room(clearance({{}, {post}}, place, box.half), box.name, post.name);
    }
  }
  for (std::size_t i = 0; i < all.posts.size(); ++i) {
    for (std::size_t j = i + 1; j < all.posts.size(); ++j) {
      const CoursePost &a = all.posts[i], &b = all.posts[j];
      expect_room((a.centre - b.centre).norm() - a.radius - b.radius, a.name, b.name);
    }
  }
}

}  // namespace
}  // namespace tether::sim
