// Kinetic energy of a world as MuJoCo has it.
#pragma once

#include <vector>

#include "tether/sim/world/world.hpp"

namespace tether::sim {

// ½ q̇ᵀ M q̇ of all bodies [J]
inline double kinetic_energy(const World& world) {
  const mjModel& model = world.model();
  std::vector<mjtNum> momentum(static_cast<std::size_t>(model.nv));
  mj_mulM(&model, &world.data(), momentum.data(), world.data().qvel);
  return 0.5 * mju_dot(momentum.data(), world.data().qvel, model.nv);
}

}  // namespace tether::sim
