#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {
namespace {

// five balls of growing weight on a table, and the table on the floor
std::string five_balls() {
  const std::string path = testing::TempDir() + "/five_balls.xml";
  std::ofstream out(path);
  out << R"(<mujoco><worldbody><geom type="plane" size="5 5 1"/>
    <geom name="table" type="box" size="3 1 0.1" pos="0 0 0.4"/>)";
  for (int i = 0; i < 5; ++i) {
    out << R"(<body pos=")" << 0.5 * i
        << R"( 0 0.6"><freejoint/><geom type="sphere" size="0.1" mass=")" << i + 1
        << R"("/></body>)";
  }
  out << R"(<body pos="0 3 0.1"><freejoint/><geom type="sphere" size="0.1" mass="50"/></body>
    </worldbody></mujoco>)";
  return path;
}

World at_rest() {
  World world(five_balls());
  for (int i = 0; i < 2000; ++i) world.step();
  return world;
}

std::vector<bool> all_but_the_world(const World& world) {
  std::vector<bool> ours(static_cast<std::size_t>(world.model().nbody), true);
  ours[0] = false;
  return ours;
}

TEST(SceneState, ListsTheStrongestContactsFirst) {
  const World world = at_rest();
  signals::SceneState scene;
  show(world, all_but_the_world(world), scene);
  ASSERT_EQ(scene.contacts, 4);
  constexpr std::array<double, 4> kMasses{50, 5, 4, 3};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(scene.contact[i].force[2], kMasses[i] * 9.81, 0.05);  // up: of the world on them
  }
  EXPECT_NEAR(scene.contact[1].point[0], 2, 1e-3);
}

TEST(SceneState, LeavesFloorsOutOfWhatWheelsTouch) {
  const World world = at_rest();
  signals::SceneState scene;
  show(world, all_but_the_world(world), scene, Floors::left_out);
  ASSERT_EQ(scene.contacts, 4);
  EXPECT_NEAR(scene.contact[0].force[2], 5 * 9.81, 0.05);
}

TEST(SceneState, CountsForcesOnWhatIsOursWhicheverGeomComesFirst) {
  const World world = at_rest();
  std::vector<bool> table(static_cast<std::size_t>(world.model().nbody), false);
  table[0] = true;
  signals::SceneState scene;
  show(world, table, scene, Floors::left_out);
  ASSERT_GE(scene.contacts, 1);
  EXPECT_NEAR(scene.contact[0].force[2], -5 * 9.81, 0.05);
}

TEST(SceneState, HoldsAllCoordinatesOfAWorldThatFits) {
  const World world = at_rest();
  signals::SceneState scene;
  show(world, all_but_the_world(world), scene);
  ASSERT_EQ(scene.coordinates, world.model().nq);
  for (int i = 0; i < world.model().nq; ++i) {
    EXPECT_EQ(scene.q[static_cast<std::size_t>(i)], static_cast<float>(world.data().qpos[i]));
  }
}

TEST(SceneState, ShowsNoCoordinatesOfAWorldThatIsTooLarge) {
  const std::string path = testing::TempDir() + "/many_balls.xml";
  {
    std::ofstream out(path);
    out << "<mujoco><worldbody>";
    for (int i = 0; i < 10; ++i) {
      out << R"(<body pos=")" << i << R"( 0 0"><freejoint/><geom size="0.1"/></body>)";
    }
    out << "</worldbody></mujoco>";
  }
  const World world(path);
  signals::SceneState scene;
  scene.coordinates = 5;
  show(world, all_but_the_world(world), scene);
  EXPECT_EQ(scene.coordinates, 0);
}

TEST(SceneState, IsShownWithoutTheHeap) {
  const World world = at_rest();
  const auto ours = all_but_the_world(world);
  signals::SceneState scene;
  const test::AllocationCounter counter;
  show(world, ours, scene);
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::sim
