// MuJoCo's compiled models, read from MJCF files.
#pragma once

#include <memory>
#include <string>

#include <mujoco/mujoco.h>

namespace tether::robot {

struct ModelDeleter {
  void operator()(mjModel* model) const noexcept { mj_deleteModel(model); }
};
using ModelPtr = std::unique_ptr<mjModel, ModelDeleter>;

// A model of the caller's own, to be changed at will. What is shipped is compiled once in a
// program, for its files do not change meanwhile; a user's file is read anew each time. Throws
// core::InputError with MuJoCo's own words when the file is not a model.
ModelPtr load_model(const std::string& file);

}  // namespace tether::robot
