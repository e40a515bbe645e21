// A compiled MuJoCo model that frees itself, for what reads models from files.
#pragma once

#include <memory>

#include <mujoco/mujoco.h>

namespace tether::robot {

struct ModelDeleter {
  void operator()(mjModel* model) const noexcept { mj_deleteModel(model); }
};
using ModelPtr = std::unique_ptr<mjModel, ModelDeleter>;

}  // namespace tether::robot
