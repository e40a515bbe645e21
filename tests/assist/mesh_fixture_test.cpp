// Fixtures whose shape is a mesh, held against the same shape in closed form.
#include <array>
#include <memory>

#include <gtest/gtest.h>

#include "tests/assist/tool_at.hpp"
#include "tests/support/oracles/meshes.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/assist/scene/scene.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::any_vector;
using test::RandomDraw;

Fixture of(Law law, const test::MeshParts& parts) {
  Fixture fixture{.id = 1, .law = law};
  fixture.stiffness = 500;
  fixture.shape = std::make_shared<const TriangleMesh>(parts.mesh());
  return fixture;
}

// K times the depth, through the nearest face; nothing outside
TEST(MeshWall, PushesThroughTheNearestFaceOfACube) {
  const std::array fixtures{of(Law::wall, test::cube(0.1))};
  const Scene scene(fixtures);
  SceneState state;
  RandomDraw draw(1);
  int inside = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Vector3 place = any_vector(draw, 0.12);
    const auto answer = scene.query(tool_at(place), state);
    Eigen::Index axis = 0;
    const double depth = 0.1 - place.cwiseAbs().maxCoeff(&axis);
    if (depth <= 0) {
      EXPECT_EQ(answer.wrench.force, Vector3::Zero());
      continue;
    }
    ++inside;
    const Vector3 expected = 500 * depth * (place[axis] > 0 ? 1 : -1) * Vector3::Unit(axis);
    EXPECT_LT((answer.wrench.force - expected).norm(), 1e-9);
    EXPECT_NEAR(answer.potential, 250 * depth * depth, 1e-9);
  }
  EXPECT_GT(inside, 3000);
}

// in at 2 m/s from any side, and out at the other end: the proxy stays outside
TEST(MeshProxy, IsNotPassedThroughAtTwoMetresPerSecond) {
  const std::array fixtures{of(Law::proxy, test::cube(0.01))};
  const Scene scene(fixtures);
  int met = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomDraw draw(seed);
    const Vector3 aim = any_vector(draw, 0.008);
    const Vector3 direction = any_vector(draw, 1).normalized();
    const Vector3 velocity = 2 * direction;
    Vector3 place = aim - 0.05 * direction;
    SceneState state;
    for (int tick = 0; tick < 60; ++tick) {
      const auto answer = scene.query(tool_at(place, velocity), state);
      ASSERT_GE(state.proxy.cwiseAbs().maxCoeff(), 0.01 - 1e-9) << seed << " tick " << tick;
      if (answer.active > 0) ++met;
      place += 1e-3 * velocity;
    }
  }
  EXPECT_GT(met, 300);
}

}  // namespace
}  // namespace tether::assist
