#include "tether/assist/obstacles/overlap.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::assist {
namespace {

using spatial::Box;
using spatial::Matrix3;
using spatial::Vector3;
using test::RandomDraw;

// Another way to know: the faces of one box, cut off at the six planes of the other, leave
// something, or the other lies inside as a whole.
class Oracle {
 public:
  static bool overlap(const Box& a, const Box& b) {
    const Vector3 middle = a.centre.inverse() * b.centre.position;
    if ((middle.cwiseAbs().array() <= a.half_size.array()).all()) return true;
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-1.0, 1.0}) {
        if (face_reaches_into(face(a, axis, side), b)) return true;
      }
    }
    return false;
  }

 private:
  using Polygon = std::vector<Vector3>;

  static Polygon face(const Box& box, int axis, double side) {
    Polygon corners;
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (const auto& [su, sv] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
      Vector3 corner;
      corner[axis] = side * box.half_size[axis];
      corner[u] = su * box.half_size[u];
      corner[v] = sv * box.half_size[v];
      corners.push_back(box.centre * corner);
    }
    return corners;
  }

  static bool face_reaches_into(Polygon polygon, const Box& box) {
    const spatial::Pose to_box = box.centre.inverse();
    for (Vector3& corner : polygon) corner = to_box * corner;
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-1.0, 1.0}) {
        Polygon rest;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
          const Vector3& p = polygon[i];
          const Vector3& q = polygon[(i + 1) % polygon.size()];
          const double over_p = side * p[axis] - box.half_size[axis];
          const double over_q = side * q[axis] - box.half_size[axis];
          if (over_p <= 0) rest.push_back(p);
          if ((over_p < 0 && over_q > 0) || (over_p > 0 && over_q < 0)) {
            rest.push_back(p + over_p / (over_p - over_q) * (q - p));
          }
        }
        polygon = std::move(rest);
      }
    }
    return !polygon.empty();
  }
};

Matrix3 random_turn(RandomDraw& draw) {
  const Vector3 axis(draw.between(-1, 1), draw.between(-1, 1), draw.between(-1, 1));
  const Matrix3 turn = spatial::exp_rotation(draw.between(0, 3) * axis);
  switch (draw.pick(4)) {
    case 0:
      return Matrix3::Identity();  // edges in parallel
    case 1:                        // nearly in parallel
      return spatial::exp_rotation(std::pow(10, draw.between(-12, -3)) * axis);
    default:
      return turn;
  }
}

Box random_box(RandomDraw& draw) {
  Box box;
  box.centre.rotation = random_turn(draw);
  for (int i = 0; i < 3; ++i) {
    box.centre.position[i] = draw.between(-0.5, 0.5);
    box.half_size[i] = draw.bernoulli(0.1) ? 1e-3 : draw.between(0.02, 0.4);
  }
  return box;
}

Box larger(Box box, double by) {
  box.half_size.array() += by;
  return box;
}

Box moved(Box box, const Vector3& by) {
  box.centre.position += by;
  return box;
}

// what is nearer to touching than this, either answer is right for [m]
constexpr double kOracleMargin = 1e-9;

TEST(Overlap, AgreesWithCutFacesOnRandomPairs) {
  int apart = 0, overlapping = 0;
  constexpr int kPairs = 100'000;
  for (int seed = 0; seed < kPairs; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    const Box a = random_box(draw);
    const Box b = random_box(draw);
    if (Oracle::overlap(a, larger(b, -kOracleMargin))) {
      ++overlapping;
      ASSERT_TRUE(overlap(a, b)) << "seed " << seed;
      ASSERT_TRUE(overlap(b, a)) << "seed " << seed;
    } else if (!Oracle::overlap(a, larger(b, kOracleMargin))) {
      ++apart;
      ASSERT_FALSE(overlap(a, b)) << "seed " << seed;
      ASSERT_FALSE(overlap(b, a)) << "seed " << seed;
    }
  }
  // both happen, and next to none is too close to decide
  EXPECT_GT(apart, kPairs / 5);
  EXPECT_GT(overlapping, kPairs / 5);
  EXPECT_GT(apart + overlapping, kPairs - 10);
}

TEST(Overlap, BeginsWhereCutFacesSayThatItDoes) {
  for (int seed = 0; seed < 5'000; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    const Box a = random_box(draw);
    const Box b = random_box(draw);
    const Vector3 way =
        Vector3(draw.between(-1, 1), draw.between(-1, 1), draw.between(-1, 1)).normalized();
    // b comes in to the middle of a along the way
    const auto at = [&](double distance) {
      return moved(b, a.centre.position - b.centre.position + distance * way);
    };
    double in = 0, out = 3;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (in + out);
      (overlap(a, at(middle)) ? in : out) = middle;
    }
    // the same to 0.1 um, even for edges that are hardly at an angle
    ASSERT_TRUE(Oracle::overlap(a, larger(at(in), 1e-7))) << "seed " << seed;
    ASSERT_FALSE(Oracle::overlap(a, larger(at(out), -1e-7))) << "seed " << seed;
  }
}

TEST(Overlap, OfBoxesThatTouchIsTrue) {
  Box a, b;
  a.half_size = {0.5, 0.25, 1};
  b.half_size = {0.5, 0.5, 0.5};
  for (const Vector3& place : {Vector3(1, 0, 0), Vector3(0, 0.75, 0), Vector3(1, 0.75, 1.5)}) {
    b.centre.position = place;
    EXPECT_TRUE(overlap(a, b));
    b.centre.position = place * (1 + 1e-9);
    EXPECT_FALSE(overlap(a, b));
  }
}

TEST(Overlap, OfABoxInsideAnotherIsTrue) {
  Box outer, inner;
  inner.half_size.setConstant(0.01);
  inner.centre.rotation = spatial::exp_rotation({0.3, 0.2, 0.1});
  EXPECT_TRUE(overlap(outer, inner));
  EXPECT_TRUE(overlap(inner, outer));
}

}  // namespace
}  // namespace tether::assist
