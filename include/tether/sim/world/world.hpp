// A MuJoCo world: one model, one state, stepped with a fixed time step. Every side of a simulated
// session has its own. Nothing here allocates after construction.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <mujoco/mujoco.h>

#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"
#include "tether/robot/chain.hpp"
#include "tether/robot/mujoco_model.hpp"
#include "tether/signals/scene_state.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::sim {

class World {
 public:
  // throws core::InputError with MuJoCo's own words when the file is not a model
  explicit World(const std::string& mjcf_path);

  mjModel& model() noexcept { return *model_; }
  const mjModel& model() const noexcept { return *model_; }
  mjData& data() noexcept { return *data_; }
  const mjData& data() const noexcept { return *data_; }

  core::Duration step_size() const noexcept { return step_; }
  // the applied generalised forces (data().qfrc_applied) act during the step
  void step() noexcept { mj_step(model_.get(), data_.get()); }
  // recompute everything that follows from positions and velocities, without advancing
  void forward() noexcept { mj_forward(model_.get(), data_.get()); }

  // physics fault when the engine reported a lost state since construction
  core::Fault health() const noexcept;

 private:
  struct FreeData {
    void operator()(mjData* d) const noexcept { mj_deleteData(d); }
  };
  robot::ModelPtr model_;
  std::unique_ptr<mjData, FreeData> data_;
  core::Duration step_;
};

// what the first of the two things in a contact does to the second: a screw in the world's frame
spatial::Wrench contact_wrench(const World& world, int contact) noexcept;

// What those see who watch the world: its coordinates, if there are not too many, and the strongest
// contacts between the bodies that are `ours` and the rest.
enum class Floors : bool { touched, left_out };  // contacts with planes, on which wheels stand
void show(const World& world, const std::vector<bool>& ours, signals::SceneState& scene,
          Floors floors = Floors::touched) noexcept;

// The joints of a chain in a world, found by name: reads positions, applies efforts.
class ChainInWorld {
 public:
  // throws core::InputError when the world lacks a joint of the chain or its tool site
  ChainInWorld(const World& world, const robot::Chain& chain);

  robot::JointVector position(const World& world) const noexcept;
  robot::JointVector velocity(const World& world) const noexcept;
  void set_position(World& world, const robot::JointVector& q) const noexcept;
  void apply(World& world, const robot::JointVector& effort) const noexcept;
  // what is given takes the place of the model's own, at every joint of the chain: Coulomb [N m or
  // N], viscous [N m s/rad or N s/m]
  void set_friction(World& world, std::optional<double> coulomb,
                    std::optional<double> viscous) const noexcept;
  // inertia of the drive of every joint of the chain, in the place of the model's own [kg m² or
  // kg]; leaves the world in its reference configuration
  void set_rotor_inertia(World& world, double inertia) const noexcept;

  // smallest steps of the encoders [rad or m], the model's custom numeric "resolution" in
  // the order of its joints; zeros when it has none of that size
  robot::JointVector resolution(const World& world) const noexcept;

  // by body: it belongs to the chain
  const std::vector<bool>& bodies() const noexcept { return body_is_ours_; }
  // sum of the contact forces of the rest of the world on the chain's bodies, world frame [N, N m]
  spatial::Wrench contact_wrench(const World& world) const noexcept;

 private:
  int count_;
  std::array<int, robot::kMaxJoints> position_address_{};
  std::array<int, robot::kMaxJoints> dof_address_{};
  std::vector<bool> body_is_ours_;
};

}  // namespace tether::sim
