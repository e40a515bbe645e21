// Distance and normal of an oriented box.
#include "tether/guard/oriented_box.hpp"

#include <algorithm>
#include <cmath>

#include "tests/guard/fenced_slides.hpp"
#include <gtest/gtest.h>

namespace tether::guard {
namespace {

using spatial::Vector3;
using test::any_box;
using test::any_vector;
using test::RandomDraw;

TEST(OrientedBox, HasTheNearestPointOfAllThatItHolds) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomDraw draw(seed);
    const OrientedBox box = any_box(draw);
    const Vector3 point = any_vector(draw, 0.4);
    const NearestFace face = nearest_face(box, point);
    ASSERT_NEAR(face.normal.norm(), 1, 1e-12);
    // the foot lies on the surface
    const Vector3 foot = box.centre.inverse() * (point - face.distance * face.normal);
    ASSERT_NEAR((foot.cwiseAbs() - box.half_size).maxCoeff(), 0, 1e-12);
    if (face.inside) continue;
    for (int i = 0; i < 50; ++i) {
      const Vector3 held = box.centre * box.half_size.cwiseProduct(any_vector(draw, 1)).eval();
      ASSERT_GE((point - held).norm(), face.distance - 1e-12);
    }
  }
}

TEST(OrientedBox, TurnsItsNormalContinuouslyAroundEdgesAndCorners) {
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    RandomDraw draw(seed);
    const OrientedBox box = any_box(draw);
    const Vector3 a = any_vector(draw, 0.4);
    const Vector3 b = a + any_vector(draw, 1e-4);
    const NearestFace at_a = nearest_face(box, a);
    const NearestFace at_b = nearest_face(box, b);
    ASSERT_LE(std::abs(at_a.distance - at_b.distance), (a - b).norm() + 1e-12);
    const double near = std::min(at_a.distance, at_b.distance);
    if (near < 1e-3) continue;
    ASSERT_LE((at_a.normal - at_b.normal).norm(), (a - b).norm() / near + 1e-9);
  }
}

}  // namespace
}  // namespace tether::guard
