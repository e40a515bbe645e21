#include "tether/robot/multibody.hpp"

#include <cstddef>

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include "robot/mjcf.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/mujoco_model.hpp"

namespace tether::robot {
namespace {

// the simulation finds the chain's joints by name
void check_names(const Chain& chain, const mjModel& model, const MultibodyModel& what) {
  for (int i = 0; i < chain.joint_count; ++i) {
    const std::string& name = chain.joints[static_cast<std::size_t>(i)].name;
    if (mj_name2id(&model, mjOBJ_JOINT, name.c_str()) < 0) {
      throw core::InputError(
          {what.file}, fmt::format("joint {} of {} on the way to site \"{}\" needs a name", i + 1,
                                   chain.joint_count, what.site));
    }
  }
}

void check_step(const mjModel& model, const std::string& file) {
  if (model.opt.timestep <= kMaxStep) return;
  throw core::InputError(
      {file}, fmt::format("its time step of {:g} s is too long to be touched; write <option "
                          "timestep=\"{:g}\"/> or less",
                          model.opt.timestep, kMaxStep));
}

}  // namespace

int start_key(const mjModel_& compiled) noexcept {
  return mj_name2id(&compiled, mjOBJ_KEY, "start");
}

void set_mass_at(mjModel_& compiled, const MultibodyModel& model, double mass) {
  const int site = mj_name2id(&compiled, mjOBJ_SITE, model.site.c_str());
  const int body = site < 0 ? 0 : compiled.site_bodyid[site];
  if (compiled.body_mass[body] <= 0) {
    throw core::InputError(
        {model.file},
        fmt::format("the body that carries site \"{}\" has no mass to change", model.site));
  }
  const double share = mass / compiled.body_mass[body];
  compiled.body_mass[body] = mass;
  for (int k = 0; k < 3; ++k) compiled.body_inertia[3 * body + k] *= share;
}

Multibody load_multibody(const MultibodyModel& model) {
  const ModelPtr compiled = load_model(model.file);
  check_step(*compiled, model.file);
  if (model.mass && mj_name2id(compiled.get(), mjOBJ_SITE, model.site.c_str()) >= 0) {
    set_mass_at(*compiled, model, *model.mass);
  }
  Multibody out{chain_from_model(*compiled, model.site, model.file, SideBranches::left_out), {}};
  check_names(out.chain, *compiled, model);
  const int key = start_key(*compiled);
  const mjtNum* q =
      key < 0 ? compiled->qpos0 : compiled->key_qpos + std::ptrdiff_t{key} * compiled->nq;
  out.start.resize(out.chain.joint_count);
  for (int i = 0; i < out.chain.joint_count; ++i) {
    const std::string& name = out.chain.joints[static_cast<std::size_t>(i)].name;
    out.start[i] = q[compiled->jnt_qposadr[mj_name2id(compiled.get(), mjOBJ_JOINT, name.c_str())]];
  }
  return out;
}

}  // namespace tether::robot
