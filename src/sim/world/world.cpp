#include "tether/sim/world/world.hpp"

#include <array>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::sim {

World::World(const std::string& mjcf_path) : model_(robot::load_model(mjcf_path)) {
  data_.reset(mj_makeData(model_.get()));
  step_ = core::duration_from_seconds(model_->opt.timestep);
  forward();
}

core::Fault World::health() const noexcept {
  for (const int warning : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC}) {
    if (data_->warning[warning].number > 0) {
      return {core::FaultKind::physics, "physics", -1, static_cast<double>(warning), 0};
    }
  }
  return {};
}

spatial::Wrench contact_wrench(const World& world, int contact) noexcept {
  const mjContact& where = world.data().contact[contact];
  // in the contact's frame, whose axes are the rows of its matrix
  std::array<mjtNum, 6> local{};
  mj_contactForce(&world.model(), &world.data(), contact, local.data());
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> axes(where.frame);
  const spatial::Vector3 force =
      axes.transpose() * Eigen::Map<const spatial::Vector3>(local.data());
  const spatial::Vector3 torque =
      axes.transpose() * Eigen::Map<const spatial::Vector3>(local.data() + 3);
  return spatial::Wrench::from_point(torque, force, Eigen::Map<const spatial::Vector3>(where.pos));
}

namespace {

// keeps the strongest, in order
class StrongestContacts {
 public:
  explicit StrongestContacts(signals::SceneState& scene) noexcept : scene_(scene) {
    scene_.contacts = 0;
  }
  void add(const mjtNum* point, const spatial::Vector3& force) noexcept {
    const double strength = force.squaredNorm();
    std::size_t at = scene_.contacts;
    while (at > 0 && strength_[at - 1] < strength) --at;
    if (at >= strength_.size() || !(strength > 0)) return;
    if (scene_.contacts < strength_.size()) ++scene_.contacts;
    for (std::size_t i = scene_.contacts - 1U; i > at; --i) {
      strength_[i] = strength_[i - 1];
      scene_.contact[i] = scene_.contact[i - 1];
    }
    strength_[at] = strength;
    for (std::size_t i = 0; i < 3; ++i) {
      scene_.contact[at].point[i] = static_cast<float>(point[i]);
      scene_.contact[at].force[i] = static_cast<float>(force[static_cast<Eigen::Index>(i)]);
    }
  }

 private:
  signals::SceneState& scene_;
  std::array<double, signals::SceneState::kMaxContacts> strength_{};
};

}  // namespace

void show(const World& world, const std::vector<bool>& ours, signals::SceneState& scene,
          Floors floors) noexcept {
  const mjModel& model = world.model();
  const mjData& data = world.data();
  const bool fits = model.nq <= static_cast<int>(signals::SceneState::kMaxCoordinates);
  scene.coordinates = static_cast<std::uint8_t>(fits ? model.nq : 0);
  for (std::size_t i = 0; i < scene.coordinates; ++i) scene.q[i] = static_cast<float>(data.qpos[i]);

  StrongestContacts strongest(scene);
  for (int c = 0; c < data.ncon; ++c) {
    const mjContact& contact = data.contact[c];
    const bool first = ours[static_cast<std::size_t>(model.geom_bodyid[contact.geom1])];
    const bool second = ours[static_cast<std::size_t>(model.geom_bodyid[contact.geom2])];
    const bool on_floor = model.geom_type[contact.geom1] == mjGEOM_PLANE ||
                          model.geom_type[contact.geom2] == mjGEOM_PLANE;
    if (first == second || (on_floor && floors == Floors::left_out)) continue;
    strongest.add(contact.pos, (second ? 1.0 : -1.0) * contact_wrench(world, c).force);
  }
}

ChainInWorld::ChainInWorld(const World& world, const robot::Chain& chain)
    : count_(chain.joint_count), body_is_ours_(static_cast<std::size_t>(world.model().nbody)) {
  const mjModel& model = world.model();
  for (int i = 0; i < count_; ++i) {
    const std::string& joint_name = chain.joints[static_cast<std::size_t>(i)].name;
    const int joint = mj_name2id(&model, mjOBJ_JOINT, joint_name.c_str());
    if (joint < 0) {
      throw core::InputError(
          fmt::format("the world has no joint \"{}\" of {}", joint_name, chain.name));
    }
    position_address_[static_cast<std::size_t>(i)] = model.jnt_qposadr[joint];
    dof_address_[static_cast<std::size_t>(i)] = model.jnt_dofadr[joint];
    body_is_ours_[static_cast<std::size_t>(model.jnt_bodyid[joint])] = true;
  }
  // bodies fixed to ours are ours; parents come before children in MuJoCo's order
  for (int body = 1; body < model.nbody; ++body) {
    const auto parent = static_cast<std::size_t>(model.body_parentid[body]);
    if (model.body_dofnum[body] == 0 && body_is_ours_[parent]) {
      body_is_ours_[static_cast<std::size_t>(body)] = true;
    }
  }
}

namespace {

robot::JointVector gather(const mjtNum* from, const std::array<int, robot::kMaxJoints>& address,
                          int count) noexcept {
  robot::JointVector out(count);
  for (int i = 0; i < count; ++i) out[i] = from[address[static_cast<std::size_t>(i)]];
  return out;
}

}  // namespace

robot::JointVector ChainInWorld::position(const World& world) const noexcept {
  return gather(world.data().qpos, position_address_, count_);
}
robot::JointVector ChainInWorld::velocity(const World& world) const noexcept {
  return gather(world.data().qvel, dof_address_, count_);
}

void ChainInWorld::set_position(World& world, const robot::JointVector& q) const noexcept {
  for (int i = 0; i < count_; ++i) {
    world.data().qpos[position_address_[static_cast<std::size_t>(i)]] = q[i];
  }
  world.forward();
}

void ChainInWorld::apply(World& world, const robot::JointVector& effort) const noexcept {
  for (int i = 0; i < count_; ++i) {
    world.data().qfrc_applied[dof_address_[static_cast<std::size_t>(i)]] = effort[i];
  }
}

void ChainInWorld::set_friction(World& world, std::optional<double> coulomb,
                                std::optional<double> viscous) const noexcept {
  for (int i = 0; i < count_; ++i) {
    const int dof = dof_address_[static_cast<std::size_t>(i)];
    if (coulomb) world.model().dof_frictionloss[dof] = *coulomb;
    if (viscous) world.model().dof_damping[dof] = *viscous;
  }
  world.forward();
}

void ChainInWorld::set_rotor_inertia(World& world, double inertia) const noexcept {
  for (int i = 0; i < count_; ++i) {
    world.model().dof_armature[dof_address_[static_cast<std::size_t>(i)]] = inertia;
  }
  // friction and contacts are scaled by inertias that MuJoCo derives once
  mj_setConst(&world.model(), &world.data());
  world.forward();
}

robot::JointVector ChainInWorld::resolution(const World& world) const noexcept {
  const mjModel& model = world.model();
  const int id = mj_name2id(&model, mjOBJ_NUMERIC, "resolution");
  if (id < 0 || model.numeric_size[id] != count_) return robot::JointVector::Zero(count_);
  return Eigen::Map<const Eigen::VectorXd>(model.numeric_data + model.numeric_adr[id], count_);
}

spatial::Wrench ChainInWorld::contact_wrench(const World& world) const noexcept {
  const mjModel& model = world.model();
  const mjData& data = world.data();
  spatial::Wrench sum;
  for (int c = 0; c < data.ncon; ++c) {
    const mjContact& contact = data.contact[c];
    const bool first = body_is_ours_[static_cast<std::size_t>(model.geom_bodyid[contact.geom1])];
    const bool second = body_is_ours_[static_cast<std::size_t>(model.geom_bodyid[contact.geom2])];
    if (first == second) continue;
    sum = sum + (second ? 1.0 : -1.0) * sim::contact_wrench(world, c);
  }
  return sum;
}

}  // namespace tether::sim
