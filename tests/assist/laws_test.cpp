// Walls and guides: slopes of potentials, continuous, giving no energy.
#include "tether/assist/fixtures/laws.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "assist/fixtures/channel.hpp"
#include "assist/obstacles/box_overlap.hpp"
#include "tests/assist/random_fixtures.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::any_vector;
using test::RandomDraw;

Depth depth_in(const Shape& solid, const Vector3& point) {
  if (const auto* box = std::get_if<Box>(&solid)) return soft_depth(*box, point);
  if (const auto* sphere = std::get_if<Sphere>(&solid)) return soft_depth(*sphere, point);
  return soft_depth(std::get<Cylinder>(solid), point);
}
Surface surface_on(const Shape& solid, const Vector3& point) {
  if (const auto* box = std::get_if<Box>(&solid)) return surface_of(*box, point);
  if (const auto* sphere = std::get_if<Sphere>(&solid)) return surface_of(*sphere, point);
  return surface_of(std::get<Cylinder>(solid), point);
}
// somewhere about a solid that stands within the cube
Vector3 centre_of(const Shape& solid) {
  if (const auto* box = std::get_if<Box>(&solid)) return box->centre.position;
  if (const auto* sphere = std::get_if<Sphere>(&solid)) return sphere->centre;
  return std::get<Cylinder>(solid).centre.position;
}

TEST(SoftDepth, IsPositiveExactlyInsideAndNoMoreThanTheTrueDepth) {
  int inside = 0;
  for (std::uint64_t seed = 0; seed < 50'000; ++seed) {
    RandomDraw draw(seed);
    const Shape solid = test::any_solid(draw);
    const Vector3 point = centre_of(solid) + any_vector(draw, 0.1);
    const double depth = depth_in(solid, point).depth;
    const double distance = surface_on(solid, point).distance;
    ASSERT_EQ(depth > 0, distance < 0) << seed;
    if (!(depth > 0)) continue;
    ++inside;
    ASSERT_LE(depth, -distance * (1 + 1e-12)) << seed;
    ASSERT_GE(depth, -distance * std::pow(6, -1.0 / 8) * (1 - 1e-12)) << seed;
  }
  EXPECT_GT(inside, 5000);
}

TEST(SoftDepth, HasTheSlopeOfFiniteDifferences) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    RandomDraw draw(seed);
    const Shape solid = test::any_solid(draw);
    const Vector3 point = centre_of(solid) + any_vector(draw, 0.06);
    const Depth depth = depth_in(solid, point);
    constexpr double kStep = 1e-7;
    if (depth.depth < 1e-3) continue;
    for (int i = 0; i < 3; ++i) {
      const Vector3 step = kStep * Vector3::Unit(i);
      const double rise = depth_in(solid, point + step).depth - depth_in(solid, point - step).depth;
      ASSERT_NEAR(rise / (2 * kStep), depth.gradient[i], 1e-6) << seed;
    }
  }
}

// across edges, corners, middles and the surface
TEST(Wall, HasASlopeOfNineTimesItsStiffnessAtMost) {
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    RandomDraw draw(seed);
    const Shape solid = test::any_solid(draw);
    const Vector3 a = centre_of(solid) + any_vector(draw, 0.1);
    const Vector3 b = a + any_vector(draw, 1e-4);
    const Vector3 fa = wall(1000, 0, depth_in(solid, a), Vector3::Zero()).force;
    const Vector3 fb = wall(1000, 0, depth_in(solid, b), Vector3::Zero()).force;
    ASSERT_LE((fa - fb).norm(), 9 * 1000 * (a - b).norm() + 1e-9) << seed;
  }
}

// f has slope K + 10 B v/δ at most, ∇φ has 9/φ, and f ≤ φ (K + B v/δ)
TEST(Wall, HasABoundedSlopeWithDampingToo) {
  const double stiffness = 1000;
  const double damping = 20;
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    RandomDraw draw(seed);
    const Shape solid = test::any_solid(draw);
    const Vector3 v = any_vector(draw, 1);
    const Vector3 a = centre_of(solid) + any_vector(draw, 0.1);
    const Vector3 b = a + any_vector(draw, 1e-6);
    const Vector3 fa = wall(stiffness, damping, depth_in(solid, a), v).force;
    const Vector3 fb = wall(stiffness, damping, depth_in(solid, b), v).force;
    const double slope = 10 * stiffness + 19 * damping * v.norm() / kFadeDepth;
    ASSERT_LE((fa - fb).norm(), slope * (a - b).norm() + 1e-9) << seed;
  }
}

TEST(Wall, NeverPullsAndReturnsNoMoreThanItsSpring) {
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    RandomDraw draw(seed);
    const double depth = draw.between(0, 0.01);
    const double rate = draw.between(-2, 2);
    const double force = wall_force(500, 50, depth, rate);
    ASSERT_GE(force, 0);
    if (rate > 0) {
      ASSERT_GE(force, 500 * depth);
    } else {
      ASSERT_LE(force, 500 * depth);
    }
  }
  // continuous at the surface, however fast
  EXPECT_LT(wall_force(500, 50, 1e-9, 2), 1e-3);
}

// work of a force around a closed path by the trapezoidal rule [J], with `damping` at unit speed
double work_around(const Shape& solid, double damping, RandomDraw& draw, int steps) {
  const Vector3 middle = centre_of(solid) + any_vector(draw, 0.03);
  const Vector3 a = any_vector(draw, 0.05);
  const Vector3 b = any_vector(draw, 0.05);
  double work = 0;
  for (int i = 0; i < steps; ++i) {
    const double angle = 2 * M_PI * (i + 0.5) / steps;
    const Vector3 x = middle + std::cos(angle) * a + std::sin(angle) * b;
    const Vector3 v = -std::sin(angle) * a + std::cos(angle) * b;
    work += wall(1000, damping, depth_in(solid, x), v).force.dot(v) * (2 * M_PI / steps);
  }
  return work;
}

TEST(Wall, GivesNoEnergyOnClosedPaths) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomDraw draw(seed);
    const Shape solid = test::any_solid(draw);
    RandomDraw again = draw;
    // sums to the error of the rule, with the square of the step where the path crosses the surface
    ASSERT_NEAR(work_around(solid, 0, draw, 4000), 0, 1e-5) << seed;
    ASSERT_LE(work_around(solid, 20, again, 4000), 1e-5) << seed;
  }
}

TEST(Guide, IsASpringWithinAndTheSlopeOfItsPotentialEverywhere) {
  EXPECT_DOUBLE_EQ(guide_pull(200, 0.1, 0.05).force, 10);
  EXPECT_EQ(guide_pull(200, 0.1, 0.1).force, 0);
  EXPECT_EQ(guide_pull(200, 0.1, 0.1).potential, 0);
  for (int i = 1; i < 1000; ++i) {
    const double d = 0.1 * i / 1000;
    constexpr double kStep = 1e-7;
    const double rise =
        guide_pull(200, 0.1, d + kStep).potential - guide_pull(200, 0.1, d - kStep).potential;
    ASSERT_NEAR(rise / (2 * kStep), guide_pull(200, 0.1, d).force, 1e-5);
    const double change = guide_pull(200, 0.1, d + kStep).force - guide_pull(200, 0.1, d).force;
    ASSERT_LE(std::abs(change), 8.5 * 200 * kStep);
    ASSERT_LE(guide_pull(200, 0.1, d).potential, 0);
  }
}

TEST(Guide, DoesNotStepWhereThePiecesOfItsCurveJoin) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    RandomDraw draw(seed);
    const Vector3 corner = any_vector(draw, 0.2);
    const Curve curve({corner + any_vector(draw, 0.2), corner, corner + any_vector(draw, 0.2)});
    const Vector3 a = corner + any_vector(draw, 0.05);
    const Vector3 b = a + any_vector(draw, 1e-5);
    const OnCurve at_a = curve.nearest(a, 1);
    const OnCurve at_b = curve.nearest(b, 1);
    // the distance never jumps
    ASSERT_LE(std::abs(std::sqrt(at_a.square) - std::sqrt(at_b.square)), (a - b).norm() + 1e-12);
    // nor does the point, unless two parts are equally near: then it leaps from piece to piece
    if ((at_a.point - at_b.point).norm() <= (a - b).norm() + 1e-12) continue;
    ASSERT_NE(at_a.tangent, at_b.tangent) << seed;
    ASSERT_GT((at_a.point - corner).norm(), 0) << seed;
    ASSERT_GT((at_b.point - corner).norm(), 0) << seed;
  }
}

TEST(Curve, FlattensASplineThroughItsPoints) {
  const Spline spline{{{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.1, 0}, {0.1, 0.1, 0}, {0.3, 0.2, 0.1}}};
  const Curve curve(flatten(spline));
  for (const Vector3& p : spline.points) EXPECT_LT(curve.nearest(p, 1).square, 1e-24);
  EXPECT_GT(curve.size(), 20U);
  // it turns at every piece by what a chord error of 50 µm allows, and no more: with the radius
  // r ≥ 10 mm of this one, 2·acos(1 − e/r) < 0.21 rad
  const std::vector<Vector3> points = flatten(spline);
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Vector3 before = (points[i] - points[i - 1]).normalized();
    const Vector3 after = (points[i + 1] - points[i]).normalized();
    EXPECT_GT(before.dot(after), std::cos(0.21));
  }
}

TEST(BoxOverlap, HasTheSlopeOfFiniteDifferencesInPlaceAndTurn) {
  int apart = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    RandomDraw draw(seed);
    const Box scene = test::any_box(draw, 0.05);
    const Box tool = test::any_box(draw, 0.05);
    const Overlap overlap = box_overlap(scene, tool);
    if (overlap.depth < 1e-3) {
      ++apart;
      continue;
    }
    constexpr double kStep = 1e-6;
    const auto depth_after = [&](const Vector3& shift, const Vector3& turn) {
      Box moved = tool;
      moved.centre.position += shift;
      moved.centre.rotation = spatial::exp_rotation(turn) * moved.centre.rotation;
      return box_overlap(scene, moved).depth;
    };
    for (int i = 0; i < 3; ++i) {
      const Vector3 step = kStep * Vector3::Unit(i);
      const Vector3 none = Vector3::Zero();
      const double by_shift = depth_after(step, none) - depth_after(-step, none);
      const double by_turn = depth_after(none, step) - depth_after(none, -step);
      ASSERT_NEAR(by_shift / (2 * kStep), overlap.slope[i], 1e-5) << seed;
      ASSERT_NEAR(by_turn / (2 * kStep), overlap.moment[i], 1e-5) << seed;
    }
  }
  EXPECT_LT(apart, 15'000);
}

TEST(BoxOverlap, OfABoxOfNoSizeIsSixtyFivePerCentOfTheDepthOfAPointAtLeast) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    RandomDraw draw(seed);
    const Box scene = test::any_box(draw, 0);
    const Box speck{test::any_pose(draw, 0.05), Vector3::Zero()};
    const double point = soft_depth(scene, speck.centre.position).depth;
    const double box = box_overlap(scene, speck).depth;
    // rounding makes the box larger by ε of its size
    const double rounding = 3 * kRounding * scene.half_size.sum();
    ASSERT_LE(box, point + rounding) << seed;
    if (point > 0) {
      ASSERT_GE(box, std::pow(30, -1.0 / 8) * point - rounding) << seed;
    }
  }
}

TEST(BoxOverlap, OfAPlaneHasTheSlopeOfFiniteDifferences) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomDraw draw(seed);
    const Vector3 normal = any_vector(draw, 1).normalized();
    const Box tool = test::any_box(draw, 0.05);
    const Overlap overlap = plane_overlap(Vector3::Zero(), normal, tool);
    if (overlap.depth < 1e-4) continue;
    constexpr double kStep = 1e-7;
    for (int i = 0; i < 3; ++i) {
      Box moved = tool;
      moved.centre.rotation =
          spatial::exp_rotation(kStep * Vector3::Unit(i)) * moved.centre.rotation;
      const double rise = plane_overlap(Vector3::Zero(), normal, moved).depth - overlap.depth;
      ASSERT_NEAR(rise / kStep, overlap.moment[i], 1e-3) << seed;
    }
  }
}

TEST(Channel, MovesAlongItsCurveMoreEasilyThanAcrossIt) {
  const Vector3 t = Vector3(1, 2, 2) / 3;
  EXPECT_LT((channel_share(t, 0) * t - t).norm(), 1e-15);
  const Vector3 across = Vector3(2, -1, 0);
  EXPECT_LT((channel_share(t, 0) * across).norm(), 1e-15);
  EXPECT_LT((channel_share(t, 0.25) * across - 0.25 * across).norm(), 1e-15);
  EXPECT_TRUE(channel_share(t, 1).isIdentity(1e-15));
}

}  // namespace
}  // namespace tether::assist
