// Editing a scene while it is asked.
#include "tether/assist/scene/live_scene.hpp"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/assist/random_fixtures.hpp"
#include "tests/assist/tool_at.hpp"
#include "tests/support/allocation_counter.hpp"

namespace tether::assist {
namespace {

using spatial::Pose;
using spatial::Vector3;

// pushes a tool at the origin with 100 N along x
Fixture wall_ahead(std::int32_t id) {
  return {.id = id, .shape = Plane{Vector3(0.1, 0, 0), Vector3::UnitX()}, .stiffness = 1000};
}

TEST(LiveScene, ShowsEditsWithTheNextQueryAfterTheyArePublished) {
  LiveScene live;
  EXPECT_EQ(live.query(tool_at({0, 0, 0})).active, 0);
  EXPECT_EQ(live.add(wall_ahead(1)), std::nullopt);
  EXPECT_EQ(live.query(tool_at({0, 0, 0})).active, 0);
  live.publish();
  EXPECT_NEAR(live.query(tool_at({0, 0, 0})).wrench.force.x(), 100, 1e-9);
  EXPECT_EQ(live.move(1, {spatial::Matrix3::Identity(), Vector3(0.1, 0, 0)}), std::nullopt);
  live.publish();
  EXPECT_NEAR(live.query(tool_at({0, 0, 0})).wrench.force.x(), 200, 1e-9);
  EXPECT_EQ(live.enable(1, false), std::nullopt);
  live.publish();
  EXPECT_EQ(live.query(tool_at({0, 0, 0})).active, 0);
  EXPECT_EQ(live.enable(1, true), std::nullopt);
  live.publish();
  EXPECT_EQ(live.query(tool_at({0, 0, 0})).active, 1);
  EXPECT_EQ(live.remove(1), std::nullopt);
  live.publish();
  EXPECT_EQ(live.query(tool_at({0, 0, 0})).active, 0);
}

TEST(LiveScene, ChangesNothingWhereItRefuses) {
  LiveScene live;
  live.add(wall_ahead(1));
  Fixture hostile = wall_ahead(1);
  hostile.stiffness = 1e9;
  EXPECT_EQ(live.replace(hostile), "fixture 1: stiffness is 1000000000 N/m; at most 100000 N/m");
  EXPECT_EQ(live.add(wall_ahead(1)), "fixture 1: there is one of this id");
  EXPECT_EQ(live.enable(2, true), "fixture 2: there is none");
  EXPECT_EQ(live.remove(2), "fixture 2: there is none");
  Pose far;
  far.position.x() = 1e9;
  EXPECT_NE(live.move(1, far), std::nullopt);
  live.publish();
  EXPECT_NEAR(live.query(tool_at({0, 0, 0})).wrench.force.x(), 100, 1e-9);
}

TEST(LiveScene, RefusesMoreBoxesOnTheToolThanItHas) {
  LiveScene live;
  for (std::size_t i = 0; i < kMaxToolBoxes; ++i) {
    EXPECT_EQ(live.add({.id = static_cast<std::int32_t>(i), .end_effector = true}), std::nullopt);
  }
  EXPECT_NE(live.add({.id = 100, .end_effector = true}), std::nullopt);
  live.publish();
}

TEST(LiveScene, NeedsNoHeapToTakeANewScene) {
  LiveScene live;
  live.add(wall_ahead(1));
  live.publish();
  const test::AllocationCounter counter;
  live.query(tool_at({0, 0, 0}));
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_EQ(counter.frees(), 0);
}

// The editor keeps n planes of 1000 N/m, all 0.1 m deep, and n more that push the other way, so
// that every published scene gives exactly zero; one half edited would not.
TEST(LiveScene, AnswersByOneOfThePublishedScenesWhileItIsHammered) {
  LiveScene live;
  std::atomic<bool> done{false};
  std::thread editor([&] {
    test::RandomDraw draw(1);
    for (int round = 0; round < 3000; ++round) {
      live.clear();
      const int pairs = draw.pick(8);
      for (int i = 0; i < pairs; ++i) {
        live.add(wall_ahead(2 * i));
        Fixture against = wall_ahead(2 * i + 1);
        against.shape = Plane{Vector3(-0.1, 0, 0), -Vector3::UnitX()};
        live.add(against);
      }
      live.publish();
    }
    done = true;
  });
  bool sound = true;
  while (!done) {
    const SceneAnswer answer = live.query(tool_at({0, 0, 0}));
    sound = sound && answer.active % 2 == 0 && std::abs(answer.wrench.force.x()) < 1e-9 &&
            std::abs(answer.potential - 5 * answer.active) < 1e-9;
  }
  editor.join();
  EXPECT_TRUE(sound);
}

TEST(LiveScene, KeepsTheProxyWhileOthersAreEdited) {
  LiveScene live;
  live.add({.id = 1, .law = Law::proxy, .shape = Box{{}, Vector3(0.1, 0.1, 0.01)}});
  live.publish();
  live.query(tool_at({0, 0, 0.05}));
  const double before = live.query(tool_at({0, 0, -0.005})).wrench.force.z();
  EXPECT_GT(before, 0);
  for (int i = 2; i < 10; ++i) {
    live.add({.id = i, .shape = Sphere{Vector3(1, 0, 0), 0.1}});
    live.publish();
    EXPECT_EQ(live.query(tool_at({0, 0, -0.005})).wrench.force.z(), before);
  }
}

}  // namespace
}  // namespace tether::assist
