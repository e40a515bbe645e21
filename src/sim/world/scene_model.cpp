#include "tether/sim/world/scene_model.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace tether::sim {
namespace {

constexpr int kShownGroups = 3;  // of geoms

std::string name_of(const mjModel& model, int kind, int id) {
  const char* name = mj_id2name(&model, kind, id);
  return name == nullptr ? std::string() : std::string(name);
}

spatial::Vector3 vector_at(const mjtNum* from, int id) {
  return Eigen::Map<const spatial::Vector3>(from + 3 * static_cast<std::ptrdiff_t>(id));
}

SceneModel::Place place_at(const mjtNum* position, const mjtNum* quaternion, int id) {
  const mjtNum* q = quaternion + 4 * static_cast<std::ptrdiff_t>(id);
  return {vector_at(position, id), Eigen::Quaterniond(q[0], q[1], q[2], q[3])};
}

SceneModel::JointType type_of(int type) {
  switch (type) {
    case mjJNT_FREE:
      return SceneModel::JointType::free;
    case mjJNT_BALL:
      return SceneModel::JointType::ball;
    case mjJNT_SLIDE:
      return SceneModel::JointType::slide;
    default:
      return SceneModel::JointType::hinge;
  }
}

std::optional<SceneModel::Shape> shape_of(int type) {
  switch (type) {
    case mjGEOM_PLANE:
      return SceneModel::Shape::plane;
    case mjGEOM_SPHERE:
      return SceneModel::Shape::sphere;
    case mjGEOM_CAPSULE:
      return SceneModel::Shape::capsule;
    case mjGEOM_CYLINDER:
      return SceneModel::Shape::cylinder;
    case mjGEOM_ELLIPSOID:
      return SceneModel::Shape::ellipsoid;
    case mjGEOM_BOX:
      return SceneModel::Shape::box;
    case mjGEOM_MESH:
      return SceneModel::Shape::mesh;
    default:
      return std::nullopt;
  }
}

SceneModel::Body body_of(const mjModel& model, int id) {
  SceneModel::Body body{.name = name_of(model, mjOBJ_BODY, id),
                        .parent = id == 0 ? -1 : model.body_parentid[id],
                        .place = place_at(model.body_pos, model.body_quat, id),
                        .joints = {}};
  for (int i = 0; i < model.body_jntnum[id]; ++i) {
    const int joint = model.body_jntadr[id] + i;
    const int q = model.jnt_qposadr[joint];
    body.joints.push_back({.name = name_of(model, mjOBJ_JOINT, joint),
                           .type = type_of(model.jnt_type[joint]),
                           .axis = vector_at(model.jnt_axis, joint),
                           .anchor = vector_at(model.jnt_pos, joint),
                           .q = q,
                           .reference = model.qpos0[q]});
  }
  return body;
}

// a geom's own colour, unless it was left at the default and there is a material
std::array<float, 4> colour_of(const mjModel& model, int geom) {
  constexpr std::array<float, 4> kDefault{0.5F, 0.5F, 0.5F, 1};
  std::array<float, 4> rgba{};
  std::copy_n(model.geom_rgba + 4 * static_cast<std::ptrdiff_t>(geom), 4, rgba.begin());
  const int material = model.geom_matid[geom];
  if (rgba == kDefault && material >= 0) {
    std::copy_n(model.mat_rgba + 4 * static_cast<std::ptrdiff_t>(material), 4, rgba.begin());
  }
  return rgba;
}

SceneModel::Mesh mesh_of(const mjModel& model, int id) {
  const float* vertex = model.mesh_vert + 3 * static_cast<std::ptrdiff_t>(model.mesh_vertadr[id]);
  const int* face = model.mesh_face + 3 * static_cast<std::ptrdiff_t>(model.mesh_faceadr[id]);
  return {{vertex, vertex + 3 * static_cast<std::ptrdiff_t>(model.mesh_vertnum[id])},
          {face, face + 3 * static_cast<std::ptrdiff_t>(model.mesh_facenum[id])}};
}

void add_geoms(const mjModel& model, SceneModel& scene) {
  std::map<int, int> meshes;  // from the model's number to ours
  for (int id = 0; id < model.ngeom; ++id) {
    const auto shape = shape_of(model.geom_type[id]);
    const auto rgba = colour_of(model, id);
    if (!shape || rgba[3] <= 0 || model.geom_group[id] >= kShownGroups) continue;
    SceneModel::Geom geom{.name = name_of(model, mjOBJ_GEOM, id),
                          .body = model.geom_bodyid[id],
                          .shape = *shape,
                          .size = vector_at(model.geom_size, id),
                          .place = place_at(model.geom_pos, model.geom_quat, id),
                          .rgba = rgba,
                          .mesh = -1};
    if (*shape == SceneModel::Shape::mesh) {
      const auto [known, is_new] =
          meshes.try_emplace(model.geom_dataid[id], static_cast<int>(scene.meshes.size()));
      if (is_new) scene.meshes.push_back(mesh_of(model, known->first));
      geom.mesh = known->second;
    }
    scene.geoms.push_back(std::move(geom));
  }
}

int width_of(SceneModel::JointType type) noexcept {
  switch (type) {
    case SceneModel::JointType::free:
      return 7;
    case SceneModel::JointType::ball:
      return 4;
    case SceneModel::JointType::hinge:
    case SceneModel::JointType::slide:
      break;
  }
  return 1;
}

}  // namespace

SceneModel scene_model(const mjModel& model) {
  SceneModel scene;
  for (int id = 0; id < model.nbody; ++id) scene.bodies.push_back(body_of(model, id));
  add_geoms(model, scene);
  for (int id = 0; id < model.nsite; ++id) {
    scene.sites.push_back({name_of(model, mjOBJ_SITE, id), model.site_bodyid[id],
                           place_at(model.site_pos, model.site_quat, id)});
  }
  scene.coordinates = model.nq;
  return scene;
}

std::vector<std::string> coordinate_names(const SceneModel& scene) {
  std::vector<std::string> names(static_cast<std::size_t>(scene.coordinates));
  for (const SceneModel::Body& body : scene.bodies) {
    for (const SceneModel::Joint& joint : body.joints) {
      const std::string name =
          joint.name.empty() ? fmt::format("{}#{}", body.name, joint.q) : joint.name;
      const int width = width_of(joint.type);
      for (int i = 0; i < width; ++i) {
        names.at(static_cast<std::size_t>(joint.q + i)) =
            width == 1 ? name : fmt::format("{}[{}]", name, i);
      }
    }
  }
  return names;
}

int coordinate_of(const SceneModel& scene, const std::string& joint) noexcept {
  for (const SceneModel::Body& body : scene.bodies) {
    for (const SceneModel::Joint& j : body.joints) {
      if (width_of(j.type) == 1 && j.name == joint) return j.q;
    }
  }
  return -1;
}

}  // namespace tether::sim
