// The god-object: through nothing, round nothing but by sliding. Two-way walls: no click gives.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/assist/random_fixtures.hpp"
#include "tests/assist/tool_at.hpp"
#include "tether/assist/fixtures/god_object.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::any_vector;
using test::RandomDraw;

Fixture plate(int id, const Vector3& centre, const Vector3& half_size) {
  return {
      .id = id, .law = Law::proxy, .shape = Box{{spatial::Matrix3::Identity(), centre}, half_size}};
}

TEST(Proxy, DoesNotTunnelThroughAMillimetreAtTwoMetresPerSecond) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomDraw draw(seed);
    const spatial::Pose pose = test::any_pose(draw, 0.2);
    Fixture thin = plate(1, Vector3::Zero(), Vector3::Ones());
    thin.shape = Box{pose, Vector3(0.3, 0.3, 0.5e-3)};
    const Scene scene(std::vector<Fixture>{thin});
    SceneState state;
    Vector3 place = pose * Vector3(draw.between(-0.1, 0.1), draw.between(-0.1, 0.1), 0.02);
    const Vector3 velocity =
        2 * (pose.rotation * Vector3(draw.between(-1, 1), draw.between(-1, 1), -1)).normalized();
    for (int tick = 0; tick < 60; ++tick) {
      const SceneAnswer answer = scene.query(tool_at(place, velocity), state);
      const Vector3 proxy = pose.inverse() * state.proxy;
      ASSERT_GE(proxy.z(), 0.5e-3) << seed << " tick " << tick;
      const Vector3 tool = pose.inverse() * place;
      if (tool.z() < 0) {
        ASSERT_GT(answer.wrench.force.dot(pose.rotation.col(2)), 0) << seed;
      }
      place += 1e-3 * velocity;
    }
  }
}

// a random walk of the tool among boxes, many of which touch or overlap
TEST(Proxy, IsNeverInsideAndMovesOnlyOnFreeWays) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomDraw draw(seed);
    std::vector<Fixture> fixtures;
    std::vector<Box> boxes;
    const spatial::Matrix3 turn = spatial::exp_rotation(any_vector(draw, 2));
    for (int i = 0; i < 9; ++i) {
      // a floor of three by three tiles that touch, some of them as thin as a millimetre
      const double half = draw.bernoulli(0.5) ? 0.5e-3 : 0.02;
      const int row = i / 3, column = i % 3;
      const Vector3 centre(0.1 * (column - 1), 0.1 * (row - 1), -half);
      boxes.push_back({{turn, turn * centre}, Vector3(0.05, 0.05, half)});
      fixtures.push_back({.id = i, .law = Law::proxy, .shape = boxes.back()});
    }
    // and a wall on it
    boxes.push_back({{turn, turn * Vector3(0, 0, 0.05)}, Vector3(0.01, 0.15, 0.05)});
    fixtures.push_back({.id = 20, .law = Law::proxy, .shape = boxes.back()});
    const Scene scene(fixtures);
    SceneState state;
    Vector3 place = turn * Vector3(0.05, 0, 0.03);
    scene.query(tool_at(place), state);
    Vector3 velocity = any_vector(draw, 2);
    for (int tick = 0; tick < 300; ++tick) {
      if (draw.bernoulli(0.05)) velocity = any_vector(draw, 2);
      place += 1e-3 * velocity;
      // stays above the floor's outline, so that it cannot rightly come round
      const Vector3 local = turn.transpose() * place;
      if (local.head<2>().cwiseAbs().maxCoeff() > 0.12 || std::abs(local.z()) > 0.04) {
        velocity = -velocity;
        place += 1e-3 * velocity;
      }
      const SceneAnswer answer = scene.query(tool_at(place, velocity), state);
      for (const Box& box : boxes) {
        ASSERT_GE(nearest_face(box, state.proxy).distance, -1e-12) << seed << " tick " << tick;
      }
      const Vector3 proxy = turn.transpose() * state.proxy;
      ASSERT_GE(proxy.z(), 0) << seed << " slipped through the floor, tick " << tick;
      ASSERT_GE(proxy.x(), 0.01) << seed << " jumped over the wall, tick " << tick;
      // never pulls
      ASSERT_GE(answer.wrench.force.dot(state.proxy - place), -1e-9) << seed;
    }
  }
}

TEST(Proxy, DoesNotJumpToAFaceThatIsNearer) {
  const Scene scene(std::vector<Fixture>{plate(1, Vector3::Zero(), {0.1, 0.1, 0.1})});
  SceneState state;
  scene.query(tool_at({0.08, 0, 0.12}), state);
  // 15 mm below the top and 5 mm from the side: the side is nearer
  const SceneAnswer answer = scene.query(tool_at({0.095, 0, 0.085}), state);
  EXPECT_NEAR(state.proxy.z(), 0.1, 2e-6);
  EXPECT_NEAR(answer.wrench.force.x(), 0, 1e-9);
  EXPECT_NEAR(answer.wrench.force.z(), 200 * 0.015, 1e-3);
}

TEST(Proxy, SlidesOverAnEdgeAndComesFree) {
  const Scene scene(std::vector<Fixture>{plate(1, Vector3::Zero(), {0.1, 0.1, 0.1})});
  SceneState state;
  scene.query(tool_at({0.08, 0, 0.12}), state);
  scene.query(tool_at({0.09, 0, 0.09}), state);
  const SceneAnswer answer = scene.query(tool_at({0.11, 0, 0.09}), state);
  EXPECT_EQ(answer.active, 0);
  EXPECT_LT((state.proxy - Vector3(0.11, 0, 0.09)).norm(), 1e-9);
}

TEST(Proxy, SettlesOnRoundSurfacesWhereTheyAreNearest) {
  Fixture round = plate(1, Vector3::Zero(), Vector3::Ones());
  for (const bool sphere : {true, false}) {
    if (sphere) {
      round.shape = Sphere{Vector3::Zero(), 0.1};
    } else {
      round.shape = Cylinder{{}, 0.1, 0.3};
    }
    const Scene scene(std::vector<Fixture>{round});
    SceneState state;
    scene.query(tool_at({0.2, 0.05, 0}), state);
    for (int i = 0; i < 100; ++i) scene.query(tool_at({0.09, 0.01, 0}), state);
    const Vector3 nearest = 0.1 * Vector3(0.09, 0.01, 0).normalized();
    EXPECT_LT((state.proxy - nearest).norm(), 1e-5);
  }
}

TEST(Proxy, DoesNotThrowOutAToolThatASolidIsPutAround) {
  const Scene scene(std::vector<Fixture>{plate(1, Vector3::Zero(), {0.1, 0.1, 0.1})});
  SceneState state;
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.01}), state).active, 0);
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.2}), state).active, 0);
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.05}), state).active, 1);
}

TEST(TwoWay, KeepsOutUntilPushedThroughAndThenKeepsIn) {
  const Fixture ball{.id = 1,
                     .law = Law::two_way,
                     .shape = Sphere{Vector3::Zero(), 0.1},
                     .stiffness = 500,
                     .threshold = 0.02};
  const Scene scene(std::vector<Fixture>{ball});
  SceneState state;
  EXPECT_NEAR(scene.query(tool_at({0, 0, 0.09}), state).wrench.force.z(), 5, 1e-2);
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.07}), state).active, 0);
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.09}), state).active, 0);
  EXPECT_NEAR(scene.query(tool_at({0, 0, 0.11}), state).wrench.force.z(), -5, 1e-9);
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.13}), state).active, 0);
  EXPECT_EQ(scene.query(tool_at({0, 0, 0.11}), state).active, 0);
}

TEST(TwoWay, NeverGainsPotentialWhereItYields) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomDraw draw(seed);
    Fixture f{.id = 1, .law = Law::two_way, .shape = test::any_solid(draw), .threshold = 4e-3};
    const Scene scene(std::vector<Fixture>{f});
    SceneState state;
    double before = 0;
    bool kept_in = false;
    int clicks = 0;
    for (int i = 0; i < 20'000; ++i) {
      const double t = 1e-3 * i;
      const Vector3 middle = std::visit(
          [](const auto& s) -> Vector3 {
            if constexpr (requires { s.centre.position; })
              return s.centre.position;
            else if constexpr (requires { s.centre; })
              return s.centre;
            else
              return Vector3::Zero();
          },
          f.shape);
      const Vector3 place =
          middle + 0.15 * Vector3(std::sin(t), std::sin(1.3 * t), std::sin(1.7 * t));
      const double now = scene.query(tool_at(place), state).potential;
      if (state.latches[0].kept_in != kept_in) {
        ++clicks;
        kept_in = !kept_in;
        ASSERT_EQ(now, 0) << seed;
        ASSERT_LE(now, before) << seed;
      }
      before = now;
    }
    EXPECT_GT(clicks, 0) << seed;
  }
}

}  // namespace
}  // namespace tether::assist
