#include "tether/session/logs/scene_document.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

#include "tether/device/device.hpp"
#include "tether/scenario/multibody.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/scenario/workspace.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/assemble/couplings.hpp"
#include "tether/sim/world/world.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::session {
namespace {

using nlohmann::json;
using sim::SceneModel;

constexpr int kDigits = 9;     // of places; what is drawn needs no more
constexpr double kFree = 1e9;  // where a joint without stops ends [rad or m]

// with so many digits, so that the text stays short
double rounded(double value, int digits = kDigits) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, digits);
  std::from_chars(text.data(), end.ptr, value);
  return value;
}

json json_list(const spatial::Vector3& v) {
  return {rounded(v.x()), rounded(v.y()), rounded(v.z())};
}
json json_list(const Eigen::Quaterniond& q) {
  return {rounded(q.w()), rounded(q.x()), rounded(q.y()), rounded(q.z())};
}

json placed(const spatial::Pose& pose) {
  return {{"position", json_list(pose.position)}, {"quaternion", json_list(pose.quaternion())}};
}
json placed(const SceneModel::Place& place) {
  return {{"position", json_list(place.position)}, {"quaternion", json_list(place.quaternion)}};
}

const char* name_of(SceneModel::JointType type) {
  switch (type) {
    case SceneModel::JointType::hinge:
      return "hinge";
    case SceneModel::JointType::slide:
      return "slide";
    case SceneModel::JointType::ball:
      return "ball";
    case SceneModel::JointType::free:
      return "free";
  }
  return "";
}

const char* name_of(SceneModel::Shape shape) {
  constexpr std::array<const char*, 7> kNames{"plane",     "sphere", "capsule", "cylinder",
                                              "ellipsoid", "box",    "mesh"};
  return kNames[static_cast<std::size_t>(shape)];
}

json json_of(const SceneModel::Body& body) {
  json out = placed(body.place);
  out["name"] = body.name;
  out["parent"] = body.parent;
  json& joints = out["joints"] = json::array();
  for (const SceneModel::Joint& joint : body.joints) {
    joints.push_back({{"type", name_of(joint.type)},
                      {"axis", json_list(joint.axis)},
                      {"anchor", json_list(joint.anchor)},
                      {"q", joint.q},
                      {"reference", rounded(joint.reference)}});
  }
  return out;
}

json json_of(const SceneModel::Geom& geom) {
  json out = placed(geom.place);
  out["name"] = geom.name;
  out["body"] = geom.body;
  out["type"] = name_of(geom.shape);
  out["size"] = json_list(geom.size);
  json& rgba = out["rgba"] = json::array();
  for (const float x : geom.rgba) rgba.push_back(rounded(static_cast<double>(x), 3));
  if (geom.mesh >= 0) out["mesh"] = geom.mesh;
  return out;
}

json json_of(const SceneModel::Mesh& mesh) {
  constexpr int kVertexDigits = 5;
  json vertices = json::array();
  for (const float x : mesh.vertices) {
    vertices.push_back(rounded(static_cast<double>(x), kVertexDigits));
  }
  return {{"vertices", std::move(vertices)}, {"faces", mesh.faces}};
}

json json_of(const SceneModel::Site& site) {
  json out = placed(site.place);
  out["name"] = site.name;
  out["body"] = site.body;
  return out;
}

json json_of(const SceneModel& scene) {
  const auto list = [](const auto& items) {
    json out = json::array();
    for (const auto& item : items) out.push_back(json_of(item));
    return out;
  };
  return {{"bodies", list(scene.bodies)},
          {"geoms", list(scene.geoms)},
          {"meshes", list(scene.meshes)},
          {"sites", list(scene.sites)}};
}

json json_of(const robot::Joint& joint) {
  return {{"name", joint.name},
          {"kind", joint.type == robot::JointType::revolute ? "hinge" : "slide"},
          {"lower", rounded(std::max(joint.lower, -kFree))},
          {"upper", rounded(std::min(joint.upper, kFree))},
          {"max_speed", rounded(joint.max_speed)}};
}

// where the joints are among the coordinates; none when the robot is not in its world as a chain
json coordinates_of(const robot::Chain& chain, const SceneModel& scene) {
  json q = json::array();
  for (int i = 0; i < chain.joint_count; ++i) {
    const int at = sim::coordinate_of(scene, chain.joints[static_cast<std::size_t>(i)].name);
    if (at < 0) return json::array();
    q.push_back(at);
  }
  return q;
}

json json_of(const std::string& robot, const robot::Chain& chain, const spatial::Pose& base,
             const SceneModel& scene) {
  json joints = json::array();
  for (int i = 0; i < chain.joint_count; ++i) {
    joints.push_back(json_of(chain.joints[static_cast<std::size_t>(i)]));
  }
  return {{"robot", robot},
          {"joints", std::move(joints)},
          {"q", coordinates_of(chain, scene)},
          {"base", placed(base)},
          {"scene", json_of(scene)}};
}

// a platform counts from where it started
spatial::Pose follower_base(const scenario::Scenario& scenario,
                            const scenario::FollowerSetup& setup) {
  if (!has_course(scenario)) return setup.chain.base;
  return {spatial::exp_rotation({0, 0, setup.start[2]}), {setup.start[0], setup.start[1], 0}};
}

}  // namespace

SceneModels scene_models(const scenario::Scenario& scenario) {
  const auto scene = [](const std::string& file) {
    return sim::scene_model(sim::World(file).model());
  };
  return {scene(sim::world_file(scenario.leader.world)), scene(follower_world(scenario))};
}

std::vector<std::string> unmeasured_coordinates(const sim::SceneModel& scene, int joints) {
  constexpr int kMost = signals::SceneState::kMaxCoordinates;
  if (scene.coordinates <= joints || scene.coordinates > kMost) return {};
  return sim::coordinate_names(scene);
}

std::string scene_json(const sim::SceneModel& scene) { return json_of(scene).dump(); }

std::string scene_document(const scenario::Scenario& scenario, const SceneModels& scenes) {
  const robot::Chain leader = leader_chain(scenario);
  const scenario::FollowerSetup setup = follower_setup(scenario);
  json rotation = json::array();
  for (const auto& row : scenario.workspace.rotation.rowwise()) {
    for (const double x : row) rotation.push_back(rounded(x));
  }
  const json document{
      {"leader", json_of(scenario.leader.device, leader, leader.base, scenes.leader)},
      {"follower", json_of(scenario.follower.robot, setup.chain, follower_base(scenario, setup),
                           scenes.follower)},
      {"workspace",
       {{"scale", scenario.workspace.scale},
        {"rotation", std::move(rotation)},
        {"leader_origin", json_list(leader_reference(scenario, leader).position)},
        {"follower_offset", placed(setup.offset)}}}};
  return document.dump();
}

}  // namespace tether::session
