// Distance and normal of a box that stands anywhere.
#include "tether/spatial/box.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/spatial/random_spatial.hpp"

namespace tether::spatial {
namespace {

Box any_box(RandomSpatial& random) {
  return {{random.rotation(), random.vector(0.2)}, Vector3::Constant(0.05) + random.vector(0.04)};
}

TEST(Box, HasTheNearestPointOfAllThatItHolds) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomSpatial random(seed);
    const Box box = any_box(random);
    const Vector3 point = random.vector(0.4);
    const NearestFace face = nearest_face(box, point);
    ASSERT_NEAR(face.normal.norm(), 1, 1e-12);
    // the foot lies on the surface
    const Vector3 foot = box.centre.inverse() * (point - face.distance * face.normal);
    ASSERT_NEAR((foot.cwiseAbs() - box.half_size).maxCoeff(), 0, 1e-12);
    if (face.inside) continue;
    for (int i = 0; i < 50; ++i) {
      const Vector3 held = box.centre * box.half_size.cwiseProduct(random.vector(1)).eval();
      ASSERT_GE((point - held).norm(), face.distance - 1e-12);
    }
  }
}

TEST(Box, TurnsItsNormalContinuouslyAroundEdgesAndCorners) {
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    RandomSpatial random(seed);
    const Box box = any_box(random);
    const Vector3 a = random.vector(0.4);
    const Vector3 b = a + random.vector(1e-4);
    const NearestFace at_a = nearest_face(box, a);
    const NearestFace at_b = nearest_face(box, b);
    ASSERT_LE(std::abs(at_a.distance - at_b.distance), (a - b).norm() + 1e-12);
    const double near = std::min(at_a.distance, at_b.distance);
    if (near < 1e-3) continue;
    ASSERT_LE((at_a.normal - at_b.normal).norm(), (a - b).norm() / near + 1e-9);
  }
}

}  // namespace
}  // namespace tether::spatial
