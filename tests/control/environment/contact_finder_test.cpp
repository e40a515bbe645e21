// What a tool finds of walls that it touches: springs with noise on what is measured.
#include "tether/control/environment/contact_finder.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/cases.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;
using test::any_vector;

constexpr double kFinderTick = 1e-3;  // [s]

// a wall that pushes back along its normal, and by Coulomb's law against what slides along it
struct Wall {
  Vector3 normal = Vector3::UnitX();
  Vector3 point = Vector3::Zero();
  double stiffness = 2000;
  double friction = 0;

  double load(const Vector3& tool) const {
    return std::max(stiffness * normal.dot(point - tool), 0.0);
  }
  Vector3 force(const Vector3& tool, const Vector3& velocity) const {
    const Vector3 along = velocity - normal.dot(velocity) * normal;
    const double speed = along.norm();
    return load(tool) * (normal - (speed > 0 ? friction / speed : 0) * along);
  }
};

double noise(test::RandomDraw& draw, double deviation) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += draw.unit() - 0.5;
  return deviation * sum;
}

// a tool that goes where it is sent, in a world of walls
class Touching {
 public:
  explicit Touching(std::vector<Wall> world, double force_noise = 0, int seed = 1)
      : walls(std::move(world)), noise_(force_noise), draw_(static_cast<std::uint64_t>(seed)) {}

  void to(const Vector3& place, double seconds) {
    const int ticks = static_cast<int>(std::lround(seconds / kFinderTick));
    const Vector3 from = tool;
    for (int i = 1; i <= ticks; ++i) step(from + (place - from) * i / ticks);
  }
  void step(const Vector3& place) {
    const Vector3 velocity = (place - tool) / kFinderTick;
    tool = place;
    Vector3 force = Vector3::Zero();
    for (const Wall& wall : walls) force += wall.force(tool, velocity);
    for (double& part : force) part += noise(draw_, noise_);
    finder.update(tool, force);
  }
  int standing() const {
    int count = 0;
    for (int i = 0; i < kContactPlanes; ++i) count += finder.plane(i).stands() ? 1 : 0;
    return count;
  }
  // the one that was found with this normal, or nothing
  const ContactPlane* with_normal(const Vector3& normal, double cosine = 0.98) const {
    for (int i = 0; i < kContactPlanes; ++i) {
      const ContactPlane& plane = finder.plane(i);
      if (plane.stands() && plane.normal.dot(normal) > cosine) return &plane;
    }
    return nullptr;
  }

  std::vector<Wall> walls;
  ContactFinder finder{{}};
  Vector3 tool = Vector3(0.05, 0, 0);

 private:
  double noise_;
  test::RandomDraw draw_;
};

TEST(ContactFinder, FindsPlaceNormalAndStiffnessOfAnyWallWithinWhatItIsSureOf) {
  for (int seed = 0; seed < test::cases(300); ++seed) {
    test::RandomDraw draw(static_cast<std::uint64_t>(seed));
    const Wall wall{.normal = any_vector(draw, 1).normalized(),
                    .point = any_vector(draw, 0.3),
                    .stiffness = 500 * std::pow(80, draw.unit())};
    Touching touching({wall}, draw.between(0, 0.1), seed);
    touching.tool = wall.point + 0.01 * wall.normal;
    const auto pressed = [&](double force) -> Vector3 {
      return wall.point - force / wall.stiffness * wall.normal;
    };
    touching.to(pressed(0), 0.2);
    touching.to(pressed(9), 0.5);
    touching.to(pressed(5), 0.5);
    touching.to(pressed(8), 0.5);
    ASSERT_EQ(touching.standing(), 1) << seed;
    const ContactPlane* plane = touching.with_normal(wall.normal);
    ASSERT_NE(plane, nullptr) << seed;
    EXPECT_LT(std::abs(plane->depth(wall.point)), 4 * plane->uncertainty + 2e-4) << seed;
    EXPECT_LT(plane->uncertainty, 1e-3) << seed;
    // in what matters, the depth at the force that was pressed with
    EXPECT_NEAR(9 / plane->stiffness, 9 / wall.stiffness, 4 * plane->uncertainty + 3e-4) << seed;
  }
}

TEST(ContactFinder, FindsNothingInNoise) {
  Touching touching({}, 0.3);
  for (int i = 0; i < 20000; ++i) touching.step(Vector3(0.05, 1e-6 * i, 0));
  EXPECT_EQ(touching.standing(), 0);
}

TEST(ContactFinder, TakesNoSingleSampleForAWall) {
  ContactFinder finder{{}};
  for (int i = 0; i < 1000; ++i) {
    const double force = i % 2 == 0 ? 20 : 0;
    finder.update(Vector3::Zero(), Vector3(0, force, 0));
    finder.update(Vector3::Zero(), Vector3(i % 3 == 0 ? -20 : 0, 0, 0));
  }
  for (int i = 0; i < kContactPlanes; ++i) EXPECT_FALSE(finder.plane(i).stands());
}

TEST(ContactFinder, TellsTwoWallsOfACornerApart) {
  for (const double angle : {90.0, 120.0}) {
    const double turn = angle * M_PI / 180;
    const Wall floor{.normal = Vector3::UnitX()};
    const Wall side{.normal = Vector3(std::cos(turn), std::sin(turn), 0)};
    Touching touching({floor, side});
    // onto the one, along it into the other, and pressing with both for a while
    const Vector3 across(0, 1, 0);
    touching.tool = 0.01 * floor.normal + 0.04 * across;
    touching.to(0.04 * across - 0.003 * floor.normal, 0.3);
    touching.to(-0.003 * floor.normal - 0.004 * across, 1.5);
    touching.to(-0.003 * floor.normal - 0.004 * across, 2);
    EXPECT_EQ(touching.standing(), 2) << angle;
    EXPECT_NE(touching.with_normal(floor.normal), nullptr) << angle;
    // of the second only what is across the first can be felt, until it is touched alone
    EXPECT_NE(touching.with_normal(Vector3::UnitY()), nullptr) << angle;
    touching.to(0.02 * floor.normal + 0.02 * side.normal, 0.5);
    touching.to(0.02 * floor.normal - 0.003 * side.normal, 0.5);
    touching.to(0.02 * floor.normal + 0.02 * side.normal, 0.5);
    touching.to(0.02 * side.normal - 0.003 * floor.normal, 0.5);
    EXPECT_NE(touching.with_normal(floor.normal), nullptr) << angle;
    EXPECT_NE(touching.with_normal(side.normal), nullptr) << angle;
    EXPECT_TRUE(angle != 90 || touching.standing() == 2);
  }
}

TEST(ContactFinder, TakesFrictionForNoWallAndFindsTheNormalBehindIt) {
  for (const double friction : {0.1, 0.3, 0.45}) {
    Touching touching({{.normal = Vector3::UnitX(), .friction = friction}});
    touching.tool = Vector3(0.005, 0, 0);
    touching.to(Vector3(-0.004, 0.001, 0), 0.3);
    for (int round = 0; round < 3; ++round) {
      touching.to(Vector3(-0.004, 0.05, 0), 1);
      touching.to(Vector3(-0.004, 0, 0.02), 1);
    }
    EXPECT_EQ(touching.standing(), 1) << friction;
    const ContactPlane* plane = touching.with_normal(Vector3::UnitX(), 0.995);
    ASSERT_NE(plane, nullptr) << friction;
    EXPECT_NEAR(plane->point.x(), 0, 1e-3) << friction;
  }
}

TEST(ContactFinder, GoesAlongWithAWallThatMoves) {
  Touching touching({{.normal = Vector3::UnitX()}});
  touching.to(Vector3(-0.004, 0, 0), 0.5);
  for (const double speed : {0.02, -0.02}) {  // [m/s]
    for (int i = 0; i < 2000; ++i) {
      touching.walls[0].point.x() += speed * kFinderTick;
      touching.step(touching.tool + Vector3(speed * kFinderTick, 0, 0));
    }
    const ContactPlane* plane = touching.with_normal(Vector3::UnitX());
    ASSERT_NE(plane, nullptr);
    EXPECT_NEAR(plane->point.x(), touching.walls[0].point.x(), 0.005);
    EXPECT_EQ(plane->generation, 1);
  }
}

TEST(ContactFinder, WithdrawsAWallThatIsNotThereAnyMore) {
  Touching touching({{.normal = Vector3::UnitX()}});
  touching.to(Vector3(-0.004, 0, 0), 0.5);
  touching.to(Vector3(0.02, 0, 0), 0.5);
  ASSERT_EQ(touching.standing(), 1);
  touching.walls.clear();
  touching.to(Vector3(-0.02, 0, 0), 0.5);
  EXPECT_EQ(touching.standing(), 0);
  // also where it was taken to go on, and does not
  touching.walls = {{.normal = Vector3::UnitX()}};
  touching.to(Vector3(0.02, 0, 0), 0.5);
  touching.to(Vector3(-0.004, 0, 0), 0.5);
  touching.to(Vector3(0.02, 0, 0), 0.5);
  ASSERT_EQ(touching.standing(), 1);
  touching.walls.clear();
  touching.to(Vector3(0.02, 0.05, 0), 0.5);
  touching.to(Vector3(-0.02, 0.05, 0), 0.5);
  EXPECT_EQ(touching.standing(), 0);
}

TEST(ContactFinder, UsesItsSlotsAgainWithANewGenerationAndForgetsTheOldest) {
  Touching touching({});
  for (int i = 0; i < 6; ++i) {
    const double angle = 2 * M_PI * i / 6;
    const Vector3 normal(std::cos(angle), std::sin(angle), 0);
    touching.walls = {{.normal = normal, .point = -0.1 * normal}};
    touching.to(Vector3::Zero(), 0.3);
    touching.to(-0.103 * normal, 0.5);
    touching.to(-0.103 * normal, 0.2);
    touching.to(Vector3::Zero(), 0.3);
    EXPECT_NE(touching.with_normal(normal), nullptr);
  }
  EXPECT_EQ(touching.standing(), kContactPlanes);
  int generations = 0;
  for (int i = 0; i < kContactPlanes; ++i) generations += touching.finder.plane(i).generation;
  EXPECT_EQ(generations, 6);
  EXPECT_EQ(touching.with_normal(Vector3::UnitX()), nullptr) << "the first is forgotten";
}

TEST(ContactFinder, StaysFiniteWhateverItFeels) {
  for (int seed = 0; seed < test::cases(200); ++seed) {
    test::RandomDraw draw(static_cast<std::uint64_t>(seed));
    ContactFinder finder{{}};
    for (int i = 0; i < 500; ++i) {
      const double size = std::pow(10, draw.between(-3, 6));
      finder.update(any_vector(draw, draw.bernoulli(0.5) ? 0.01 : 10),
                    draw.bernoulli(0.2) ? Vector3::Zero().eval() : any_vector(draw, size));
      for (int slot = 0; slot < kContactPlanes; ++slot) {
        const ContactPlane& plane = finder.plane(slot);
        ASSERT_TRUE(plane.normal.allFinite() && plane.point.allFinite());
        ASSERT_TRUE(std::isfinite(plane.stiffness) && plane.stiffness >= 0);
        ASSERT_TRUE(std::isfinite(plane.uncertainty) && std::isfinite(plane.extent));
        ASSERT_TRUE(plane.generation == 0 || std::abs(plane.normal.norm() - 1) < 1e-9);
      }
    }
  }
}

TEST(WallLoads, AreThoseThatMakeUpTheForceWhereWallsCan) {
  test::RandomDraw draw(3);
  for (int i = 0; i < 1000; ++i) {
    std::array<Vector3, kContactPlanes> normals;
    normals.fill(Vector3::Zero());
    normals[1] = any_vector(draw, 1).normalized();
    normals[3] = any_vector(draw, 1).normalized();
    const double cosine = std::abs(normals[1].dot(normals[3]));
    if (cosine > 0.5) continue;
    const double one = draw.between(0, 20), other = draw.between(0, 20);
    const WallLoads loads = divide(one * normals[1] + other * normals[3], normals);
    EXPECT_NEAR(loads.load[1], one, 1e-4);
    EXPECT_NEAR(loads.load[3], other, 1e-4);
    EXPECT_EQ(loads.load[0], 0);
    // no wall pulls
    EXPECT_EQ(divide(-normals[1], normals).load[1], 0);
  }
}

}  // namespace
}  // namespace tether::control
