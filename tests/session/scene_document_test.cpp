#include "tether/session/logs/scene_document.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tether/core/data_path.hpp"
#include "tether/device/device.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::session {
namespace {

using nlohmann::json;

constexpr double kSame = 1e-6;

struct Place {
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  friend Place operator*(const Place& a, const Place& b) {
    return {a.turn * b.turn, a.turn * b.position + a.position};
  }
};

Eigen::Vector3d vector(const json& v) {
  return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}
Eigen::Quaterniond quaternion(const json& q) {
  return {q.at(0).get<double>(), q.at(1).get<double>(), q.at(2).get<double>(),
          q.at(3).get<double>()};
}
Place place(const json& p) { return {quaternion(p.at("quaternion")), vector(p.at("position"))}; }

Place about(const Eigen::Vector3d& anchor, const Eigen::Quaterniond& turn) {
  return {turn, anchor - turn * anchor};
}

// the rule of docs/design/station.md
void move(Place& body, const json& joint, const mjtNum* coordinates) {
  const mjtNum* q = coordinates + joint.at("q").get<int>();
  const Eigen::Vector3d axis = vector(joint.at("axis")), anchor = vector(joint.at("anchor"));
  const std::string type = joint.at("type");
  const double moved = q[0] - joint.at("reference").get<double>();
  if (type == "hinge") {
    body = body * about(anchor, Eigen::Quaterniond(Eigen::AngleAxisd(moved, axis)));
  } else if (type == "slide") {
    body = body * Place{Eigen::Quaterniond::Identity(), moved * axis};
  } else if (type == "ball") {
    body = body * about(anchor, Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized());
  } else {
    body = {Eigen::Quaterniond(q[3], q[4], q[5], q[6]).normalized(), {q[0], q[1], q[2]}};
  }
}

std::vector<Place> drawn(const json& scene, const mjtNum* coordinates) {
  std::vector<Place> bodies;
  for (const json& body : scene.at("bodies")) {
    const int parent = body.at("parent");
    Place here = place(body);
    if (parent >= 0) here = bodies.at(static_cast<std::size_t>(parent)) * here;
    for (const json& joint : body.at("joints")) move(here, joint, coordinates);
    bodies.push_back(here);
  }
  return bodies;
}

void expect_same(const Place& ours, const mjtNum* position, const mjtNum* turn,
                 const std::string& what) {
  EXPECT_LT((ours.position - Eigen::Map<const Eigen::Vector3d>(position)).norm(), kSame) << what;
  EXPECT_LT(ours.turn.angularDistance(Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3])),
            kSame)
      << what;
}

void scatter(const mjModel& model, mjData& data, std::mt19937& random) {
  std::uniform_real_distribution<double> any(-2, 2);
  for (int i = 0; i < model.nq; ++i) data.qpos[i] = any(random);
  mj_normalizeQuat(&model, data.qpos);
}

void expect_drawn_as_mujoco_has_it(sim::World& world, const std::string& file) {
  std::mt19937 random(7);
  const json scene = json::parse(scene_json(sim::scene_model(world.model())));
  const mjModel& model = world.model();
  mjData& data = world.data();
  for (int round = 0; round < 20; ++round) {
    scatter(model, data, random);
    mj_kinematics(&model, &data);
    const auto bodies = drawn(scene, data.qpos);
    ASSERT_EQ(bodies.size(), static_cast<std::size_t>(model.nbody));
    for (std::ptrdiff_t b = 0; b < model.nbody; ++b) {
      expect_same(bodies[static_cast<std::size_t>(b)], data.xpos + 3 * b, data.xquat + 4 * b,
                  file + " body " + std::to_string(b));
    }
    for (std::size_t s = 0; s < scene.at("sites").size(); ++s) {
      const json& site = scene["sites"][s];
      const Place at = bodies.at(site.at("body").get<std::size_t>()) * place(site);
      EXPECT_LT((at.position - Eigen::Map<const Eigen::Vector3d>(data.site_xpos + 3 * s)).norm(),
                kSame)
          << file << " site " << site.at("name");
    }
  }
}

TEST(SceneDocument, SaysOfEveryShippedWorldWhereMujocoHasItsBodies) {
  int worlds = 0;
  for (const auto& entry : std::filesystem::directory_iterator(core::data_path("worlds"))) {
    if (entry.path().extension() != ".xml") continue;
    sim::World world(entry.path().string());
    expect_drawn_as_mujoco_has_it(world, entry.path().filename());
    ++worlds;
  }
  EXPECT_GE(worlds, 15);
}

constexpr const char* kOdd = R"(<mujoco><asset>
  <material name="red" rgba="1 0 0 0.5"/>
  <mesh name="tetra" vertex="0 0 0  1 0 0  0 1 0  0 0 1" face="0 2 1  0 1 3  0 3 2  1 2 3"/>
</asset><worldbody>
  <body pos="1 2 3" euler="0.1 0.2 0.3">
    <joint type="hinge" axis="1 1 0" pos="0.1 0 0" ref="0.5"/>
    <joint type="slide" axis="0 0 2" ref="-0.2"/>
    <joint type="hinge" axis="0 1 0" pos="0 0.2 0.1"/>
    <geom type="box" size="0.1 0.2 0.3" material="red"/>
    <geom type="sphere" size="0.1" rgba="0 1 0 0"/>
    <geom type="sphere" size="0.1" group="4"/>
    <body pos="0.5 0 0">
      <joint type="ball" pos="0 0.1 0"/>
      <geom type="mesh" mesh="tetra"/><geom type="mesh" mesh="tetra" pos="1 0 0" rgba="0 0 1 1"/>
      <site name="tip" pos="0 0 1"/>
    </body>
  </body>
  <body><freejoint name="loose"/><geom type="capsule" size="0.1 0.2"/></body>
</worldbody></mujoco>)";

std::string odd_world() {
  const std::string path = testing::TempDir() + "/odd_world.xml";
  std::ofstream(path) << kOdd;
  return path;
}

TEST(SceneDocument, KnowsJointsOfEveryKindAndSeveralInOneBody) {
  sim::World world(odd_world());
  expect_drawn_as_mujoco_has_it(world, "odd");
}

TEST(SceneDocument, LeavesOutWhatIsNotSeenAndWritesAMeshOnce) {
  const sim::World world(odd_world());
  const json scene = json::parse(scene_json(sim::scene_model(world.model())));
  ASSERT_EQ(scene.at("geoms").size(), 4U);
  EXPECT_EQ(scene["geoms"][0]["rgba"], json({1.0, 0.0, 0.0, 0.5}));
  EXPECT_EQ(scene["geoms"][0]["size"], json({0.1, 0.2, 0.3}));
  EXPECT_EQ(scene["geoms"][2]["rgba"], json({0.0, 0.0, 1.0, 1.0}));
  ASSERT_EQ(scene.at("meshes").size(), 1U);
  EXPECT_EQ(scene["geoms"][1]["mesh"], 0);
  EXPECT_EQ(scene["geoms"][2]["mesh"], 0);
  EXPECT_EQ(scene["meshes"][0]["vertices"].size(), 12U);
  EXPECT_EQ(scene["meshes"][0]["faces"].size(), 12U);
}

TEST(SceneDocument, NamesEveryCoordinate) {
  const sim::World world(odd_world());
  const auto scene = sim::scene_model(world.model());
  const auto names = sim::coordinate_names(scene);
  ASSERT_EQ(names.size(), 14U);
  EXPECT_EQ(std::count(names.begin(), names.end(), ""), 0);
  EXPECT_EQ(names.back(), "loose[6]");
  EXPECT_EQ(sim::coordinate_of(scene, "loose"), -1);  // has seven
}

// the tool, drawn by the page's rule in the world, is where the chain says it is in its base
void expect_tool_in_place(const json& side, const robot::Chain& chain) {
  const json& q = side.at("q");
  ASSERT_EQ(q.size(), static_cast<std::size_t>(chain.joint_count));
  ASSERT_EQ(side.at("joints").size(), q.size());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> coordinates(signals::SceneState::kMaxCoordinates, 0);
  robot::JointVector posture(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    posture[i] = coordinates.at(q[static_cast<std::size_t>(i)].get<std::size_t>()) = any(random);
  }
  robot::ChainState state;
  robot::forward_kinematics(chain, posture, state);
  const auto bodies = drawn(side.at("scene"), coordinates.data());
  for (const json& site : side.at("scene").at("sites")) {
    const Place at = bodies.at(site.at("body").get<std::size_t>()) * place(site);
    const Eigen::Vector3d in_world =
        place(side.at("base")).turn * state.tool.position + place(side.at("base")).position;
    if ((at.position - in_world).norm() < kSame) return;
  }
  ADD_FAILURE() << side.at("robot") << ": no site is where its tool is";
}

TEST(SceneDocument, PlacesTheRobotsOfEveryShippedScenarioInTheirWorlds) {
  int scenarios = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(core::data_path("scenarios"))) {
    if (entry.path().extension() != ".toml") continue;
    const scenario::Scenario scenario = scenario::load_scenario(entry.path().string());
    SCOPED_TRACE(scenario.name);
    const json document = json::parse(scene_document(scenario));
    expect_tool_in_place(document.at("leader"), leader_chain(scenario));
    if (is_driven(scenario)) {
      EXPECT_TRUE(
          document["follower"]["q"].empty());  // a platform rolls, its world has no such joints
    } else {
      expect_tool_in_place(document.at("follower"), follower_setup(scenario).chain);
    }
    EXPECT_EQ(document.at("workspace").at("rotation").size(), 9U);
    EXPECT_EQ(document["workspace"]["leader_origin"].size(), 3U);
    EXPECT_EQ(document["workspace"]["follower_offset"]["quaternion"].size(), 4U);
    ++scenarios;
  }
  EXPECT_GE(scenarios, 20);
}

}  // namespace
}  // namespace tether::session
