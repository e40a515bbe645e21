// A scene answers as if every fixture had been asked.
#include "tether/assist/scene/scene.hpp"

#include <gtest/gtest.h>

#include "tests/assist/random_fixtures.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::any_fixtures;
using test::any_tool;
using test::RandomDraw;

void expect_same(const SceneAnswer& a, const SceneAnswer& b, std::uint64_t seed) {
  ASSERT_LE((a.wrench.vector() - b.wrench.vector()).cwiseAbs().maxCoeff(), 1e-12) << seed;
  ASSERT_NEAR(a.potential, b.potential, 1e-12) << seed;
  ASSERT_LE((a.motion - b.motion).cwiseAbs().maxCoeff(), 1e-12) << seed;
  ASSERT_EQ(a.active, b.active) << seed;
  ASSERT_EQ(a.nearest_id, b.nearest_id) << seed;
}

int compare(const std::vector<Fixture>& fixtures, int queries) {
  const Scene scene(fixtures);
  SceneState state;
  SceneState oracle;
  int active = 0;
  for (int i = 0; i < queries; ++i) {
    RandomDraw draw(static_cast<std::uint64_t>(i));
    const Tool tool = any_tool(draw);
    const SceneAnswer answer = scene.query(tool, state);
    expect_same(answer, scene.query_all(tool, oracle), static_cast<std::uint64_t>(i));
    if (testing::Test::HasFatalFailure()) return active;
    active += answer.active;
  }
  return active;
}

TEST(Scene, AnswersAsIfEveryFixtureHadBeenAsked) {
  RandomDraw draw(1);
  EXPECT_GT(compare(any_fixtures(draw, 100), 100'000), 20'000);
}

TEST(Scene, AnswersAsIfEveryFixtureHadBeenAskedOfAToolWithBoxes) {
  RandomDraw draw(2);
  std::vector<Fixture> fixtures = any_fixtures(draw, 100);
  for (int i = 0; i < 2; ++i) {
    Fixture own{.id = 1000 + i, .shape = test::any_box(draw, 0.1), .end_effector = true};
    fixtures.push_back(own);
  }
  fixtures.push_back({.id = 2000, .shape = Plane{Vector3(0, 0, -0.4), Vector3(0.1, 0, 2)}});
  EXPECT_GT(compare(fixtures, 20'000), 10'000);
}

TEST(Scene, FindsMoreCandidatesThanItHasRoomFor) {
  RandomDraw draw(3);
  std::vector<Fixture> fixtures;
  for (int i = 0; i < 1500; ++i) {
    fixtures.push_back({.id = i, .shape = Sphere{test::any_vector(draw, 0.1), 0.5}});
  }
  const Scene scene(fixtures);
  SceneState state;
  EXPECT_GT(scene.query({}, state).active, 1400);
}

TEST(Scene, NeedsNoHeap) {
  RandomDraw draw(4);
  const Scene scene(any_fixtures(draw, 500));
  SceneState state;
  const test::AllocationCounter counter;
  for (int i = 0; i < 1000; ++i) scene.query(any_tool(draw), state);
  EXPECT_EQ(counter.allocations(), 0);
}

TEST(Scene, LetsNothingOutThatIsNotFinite) {
  RandomDraw draw(5);
  const Scene scene(any_fixtures(draw, 100));
  SceneState state;
  Tool tool;
  tool.twist.linear.x() = std::numeric_limits<double>::quiet_NaN();
  const SceneAnswer answer = scene.query(tool, state);
  EXPECT_EQ(answer.active, 0);
  EXPECT_TRUE(answer.wrench.vector().isZero());
}

TEST(Scene, RefusesTwoOfOneId) {
  const std::vector<Fixture> twins(2);
  EXPECT_THROW(Scene{twins}, core::InputError);
}

TEST(Scene, KeepsWhatTwoWayWallsRememberWhenOthersComeAndGo) {
  const Fixture held{.id = 5, .law = Law::two_way, .shape = Sphere{Vector3::Zero(), 0.1}};
  Fixture other = held;
  other.shape = Sphere{Vector3(1, 0, 0), 0.1};
  SceneState state;
  const Scene before(std::vector<Fixture>{held});
  before.query({}, state);  // in its middle, deeper than the threshold
  Tool outside;
  outside.pose.position.z() = 0.11;
  for (const int id : {1, 9}) {
    other.id = id;
    const Scene after(std::vector<Fixture>{other, held});
    EXPECT_LT(after.query(outside, state).wrench.force.z(), 0) << "it no longer keeps in";
  }
}

}  // namespace
}  // namespace tether::assist
