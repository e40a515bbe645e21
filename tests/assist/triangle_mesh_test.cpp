#include "tether/assist/scene/triangle_mesh.hpp"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/oracles/meshes.hpp"
#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::any_vector;
using test::kInfinity;
using test::MeshParts;
using test::RandomDraw;
using testing::HasSubstr;

MeshParts random_soup(RandomDraw& draw, int count) {
  MeshParts parts;
  for (int i = 0; i < count; ++i) {
    const Vector3 centre = any_vector(draw, 1);
    const double size = std::pow(10, draw.between(-2, 0));
    for (int k = 0; k < 3; ++k) parts.vertices.push_back(centre + any_vector(draw, size));
    parts.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return parts;
}

double to_segment(const Vector3& p, const Vector3& a, const Vector3& b) {
  const double share = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - (a + share * (b - a))).norm();
}

// is its foot on the plane inside of all three sides?
bool above(const Vector3& p, const Vector3& a, const Vector3& b, const Vector3& c) {
  const Vector3 n = (b - a).cross(c - a);
  return n.cross(b - a).dot(p - a) >= 0 && n.cross(c - b).dot(p - b) >= 0 &&
         n.cross(a - c).dot(p - c) >= 0;
}

double to_triangle(const Vector3& p, const Vector3& a, const Vector3& b, const Vector3& c) {
  if (above(p, a, b, c)) return std::abs((b - a).cross(c - a).normalized().dot(p - a));
  return std::min({to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a)});
}

struct Corner3 {
  Vector3 a, b, c;
};

Corner3 corners(const TriangleMesh& mesh, std::size_t i) {
  const auto& [a, b, c] = mesh.triangles()[i];
  const auto at = [&](std::int32_t v) { return mesh.vertices()[static_cast<std::size_t>(v)]; };
  return {at(a), at(b), at(c)};
}

double brute_distance(const TriangleMesh& mesh, const Vector3& p) {
  double least = kInfinity;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto [a, b, c] = corners(mesh, i);
    least = std::min(least, to_triangle(p, a, b, c));
  }
  return least;
}

// The solid angle of the whole surface seen from p is 4 pi inside and 0 outside.
// Van Oosterom & Strackee, IEEE TBME 30(2), 1983.
bool inside_by_solid_angle(const TriangleMesh& mesh, const Vector3& p) {
  double angle = 0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    auto [a, b, c] = corners(mesh, i);
    a -= p, b -= p, c -= p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)),
                            la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle > 2 * std::acos(-1.0);
}

TEST(TriangleMesh, NearestIsAsNearAsThatOfABruteSearch) {
  for (int seed = 0; seed < 150; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    const TriangleMesh mesh = random_soup(draw, 1 + draw.pick(400)).mesh();
    for (int q = 0; q < 50; ++q) {
      const Vector3 p = any_vector(draw, 2);
      const double brute = brute_distance(mesh, p);
      const auto found = mesh.nearest(p);
      ASSERT_TRUE(found);
      ASSERT_NEAR(std::abs(found->distance), brute, 1e-12) << "seed " << seed;
      ASSERT_NEAR((found->point - p).norm(), brute, 1e-12);
      ASSERT_NEAR(found->normal.norm(), 1, 1e-12);
      // the point lies on the triangle that is named
      const auto [a, b, c] = corners(mesh, static_cast<std::size_t>(found->triangle));
      ASSERT_NEAR(to_triangle(found->point, a, b, c), 0, 1e-12);
      EXPECT_FALSE(mesh.nearest(p, brute * (1 - 1e-9)));
      EXPECT_TRUE(mesh.nearest(p, brute * (1 + 1e-9)));
    }
  }
}

TEST(TriangleMesh, APreviousTriangleChangesNothing) {
  RandomDraw draw(1);
  const TriangleMesh mesh = random_soup(draw, 500).mesh();
  for (int q = 0; q < 2000; ++q) {
    const Vector3 p = any_vector(draw, 1.5);
    const double within = draw.between(0, 0.5);
    const auto cold = mesh.nearest(p, within);
    const auto warm = mesh.nearest(p, within, draw.pick(502) - 1);
    ASSERT_EQ(cold.has_value(), warm.has_value());
    if (!cold) continue;
    ASSERT_EQ(cold->triangle, warm->triangle);
    ASSERT_EQ(cold->distance, warm->distance);
  }
}

TEST(TriangleMesh, DistanceToASphereIsRightToTheSagOfItsTriangles) {
  const TriangleMesh mesh = test::sphere(0.5, 5).mesh();
  EXPECT_TRUE(mesh.closed());
  // how far a triangle lies below the sphere: 1 - cos of the angle to its furthest corner
  double sag = 0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto [a, b, c] = corners(mesh, i);
    sag = std::max(sag, 0.5 - std::abs((b - a).cross(c - a).normalized().dot(a)));
  }
  EXPECT_LT(sag, 1e-3);
  RandomDraw draw(1);
  for (int q = 0; q < 5000; ++q) {
    const Vector3 p = any_vector(draw, 1);
    const double distance = mesh.nearest(p)->distance;
    const double to_sphere = p.norm() - 0.5;
    EXPECT_GE(distance, to_sphere - 1e-12);
    EXPECT_LE(distance, to_sphere + sag + 1e-12);
  }
}

TEST(TriangleMesh, DistanceToACubeIsThatOfItsClosedForm) {
  const TriangleMesh mesh = test::cube(0.5).mesh();
  EXPECT_TRUE(mesh.closed());
  RandomDraw draw(1);
  for (int q = 0; q < 20'000; ++q) {
    Vector3 p = any_vector(draw, 1);
    // on its diagonals and in line with its edges too
    if (draw.bernoulli(0.1)) p.y() = p.x();
    if (draw.bernoulli(0.1)) p.z() = 0.5;
    if (draw.bernoulli(0.1)) p.y() = -p.z();
    const Eigen::Array3d over = p.cwiseAbs().array() - 0.5;
    const double outside = over.max(0).matrix().norm();
    const double expected = outside > 0 ? outside : over.maxCoeff();
    ASSERT_NEAR(mesh.nearest(p)->distance, expected, 1e-12) << p.transpose();
  }
}

TEST(TriangleMesh, NormalsAtEdgesAndCornersOfACubeLieBetweenItsFaces) {
  const TriangleMesh mesh = test::cube(0.5).mesh();
  const auto normal_at = [&](const Vector3& p) { return mesh.nearest(p)->normal; };
  EXPECT_TRUE(normal_at({0.2, 0.1, 0.7}).isApprox(Vector3::UnitZ(), 1e-12));
  EXPECT_TRUE(normal_at({0.2, 0.7, 0.9}).isApprox(Vector3(0, 1, 1).normalized(), 1e-12));
  // although the corner has four or five triangles
  EXPECT_TRUE(normal_at({0.7, 0.8, 0.9}).isApprox(Vector3(1, 1, 1).normalized(), 1e-12));
  EXPECT_TRUE(normal_at({-0.7, 0.8, -0.9}).isApprox(Vector3(-1, 1, -1).normalized(), 1e-12));
}

TEST(TriangleMesh, DistinguishesInsideFromOutsideAsTheSolidAngleDoes) {
  const TriangleMesh mesh = test::bumpy_sphere(0.5, 0.4, 24, 32).mesh();
  EXPECT_TRUE(mesh.closed());
  RandomDraw draw(1);
  int inside = 0;
  constexpr int kPoints = 500;
  for (int q = 0; q < kPoints; ++q) {
    const Vector3 p = any_vector(draw, 0.6);
    const double distance = mesh.nearest(p)->distance;
    ASSERT_EQ(distance < 0, inside_by_solid_angle(mesh, p)) << p.transpose();
    inside += distance < 0 ? 1 : 0;
  }
  EXPECT_GT(inside, kPoints / 10);
  EXPECT_LT(inside, kPoints * 9 / 10);
}

TEST(TriangleMesh, FirstHitIsThatOfABruteSearch) {
  int hits = 0;
  for (int seed = 0; seed < 100; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    const TriangleMesh mesh = random_soup(draw, 1 + draw.pick(300)).mesh();
    for (int q = 0; q < 50; ++q) {
      const Vector3 from = any_vector(draw, 2);
      Vector3 to = draw.bernoulli(0.5) ? any_vector(draw, 2) : Vector3(0.5 * from);
      if (draw.bernoulli(0.3)) to[draw.pick(3)] = from[draw.pick(3)];
      double brute = kInfinity;
      for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto [a, b, c] = corners(mesh, i);
        const Vector3 n = (b - a).cross(c - a);
        const double share = n.dot(a - from) / n.dot(to - from);
        if (share >= 0 && share <= 1 && above(from + share * (to - from), a, b, c)) {
          brute = std::min(brute, share);
        }
      }
      const auto hit = mesh.first_hit(from, to);
      ASSERT_EQ(hit.has_value(), brute <= 1) << "seed " << seed;
      if (!hit) continue;
      ++hits;
      ASSERT_NEAR(hit->share, brute, 1e-9) << "seed " << seed;
      ASSERT_NEAR((hit->point - (from + hit->share * (to - from))).norm(), 0, 1e-12);
    }
  }
  EXPECT_GT(hits, 1000);
}

TEST(TriangleMesh, NothingSlipsThroughBetweenTriangles) {
  const TriangleMesh mesh = test::sphere(0.5, 3).mesh();
  RandomDraw draw(1);
  for (int q = 0; q < 20'000; ++q) {
    // at a point of an edge, or at a corner
    const auto [a, b, c] = corners(mesh, draw.bits() % mesh.triangles().size());
    const Vector3 target = draw.bernoulli(0.3) ? a : Vector3(a + draw.unit() * (b - a));
    const Vector3 from = any_vector(draw, 0.1);
    ASSERT_TRUE(mesh.first_hit(from, from + 1.5 * (target - from)));
  }
}

TEST(TriangleMesh, MergesEqualVerticesAndLeavesOutWhatHasNoArea) {
  const MeshParts cube = test::cube(0.5);
  MeshParts loose;
  for (const auto& triangle : cube.triangles) {
    for (const std::int32_t vertex : triangle) {
      loose.vertices.push_back(cube.vertices[static_cast<std::size_t>(vertex)]);
    }
    const auto n = static_cast<std::int32_t>(loose.vertices.size());
    loose.triangles.push_back({n - 3, n - 2, n - 1});
    loose.triangles.push_back({n - 3, n - 2, n - 3});
  }
  const TriangleMesh mesh = loose.mesh();
  EXPECT_EQ(mesh.vertices().size(), 8U);
  EXPECT_EQ(mesh.triangles().size(), 12U);
  EXPECT_TRUE(mesh.closed());
}

TEST(TriangleMesh, KnowsThatItIsOpen) {
  MeshParts parts = test::cube(0.5);
  parts.triangles.pop_back();
  EXPECT_FALSE(parts.mesh().closed());
  parts = test::cube(0.5);
  std::swap(parts.triangles[0][0], parts.triangles[0][1]);
  EXPECT_FALSE(parts.mesh().closed());
}

std::string refusal(const MeshParts& parts) {
  try {
    parts.mesh();
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TriangleMesh, IsRefusedWithAReason) {
  const MeshParts sound = test::cube(0.5);
  EXPECT_EQ(refusal(sound), "accepted");
  EXPECT_THAT(refusal({}), HasSubstr("without triangles"));
  MeshParts bad = sound;
  bad.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal(bad), HasSubstr("vertex 3 is not finite"));
  bad = sound;
  bad.vertices[3].y() = 2e3;
  EXPECT_THAT(refusal(bad), HasSubstr("millimetres"));
  bad = sound;
  bad.triangles[2][1] = 8;
  EXPECT_THAT(refusal(bad), HasSubstr("triangle 2 names vertex 8, but there are 8"));
  bad.triangles[2][1] = -1;
  EXPECT_THAT(refusal(bad), HasSubstr("triangle 2 names vertex -1"));
  bad = sound;
  bad.triangles = {{0, 1, 1}, {2, 2, 2}};
  EXPECT_THAT(refusal(bad), HasSubstr("area"));
  bad = sound;
  bad.triangles.assign(kMaxTriangles + 1, {0, 1, 2});
  EXPECT_THAT(refusal(bad), HasSubstr("at most 5000000"));
}

TEST(TriangleMesh, NumbersThatAreNotFiniteFindNothing) {
  const TriangleMesh mesh = test::cube(0.5).mesh();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(mesh.nearest({nan, 0, 0}));
  EXPECT_FALSE(mesh.nearest({kInfinity, 0, 0}));
  EXPECT_FALSE(mesh.nearest({1e200, 0, 0}));
  EXPECT_FALSE(mesh.nearest(Vector3::Zero(), nan));
  EXPECT_FALSE(mesh.nearest(Vector3::Zero(), -1));
  EXPECT_FALSE(mesh.first_hit({nan, 0, 0}, Vector3::Zero()));
  EXPECT_FALSE(mesh.first_hit(Vector3::Zero(), {0, kInfinity, 0}));
  EXPECT_FALSE(mesh.first_hit(Vector3::Zero(), Vector3::Zero()));
}

TEST(TriangleMesh, IsAskedWithoutTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "a sanitizer counts by itself";
  const TriangleMesh mesh = test::sphere(0.5, 3).mesh();
  const test::AllocationCounter counter;
  const auto point = mesh.nearest({0.1, 0.2, 0.3});
  const auto hit = mesh.first_hit(Vector3::Zero(), {1, 2, 3});
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_TRUE(point && hit);
}

}  // namespace
}  // namespace tether::assist
