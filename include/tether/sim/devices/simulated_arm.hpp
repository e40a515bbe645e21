// A torque-controlled robot arm in a MuJoCo world. Like the LWR's own controller it compensates
// gravity by itself and talks to the outside at a rate of its own: between two interface ticks the
// measured position repeats and a new command waits. Its force sensor reports the mean of what the
// world did since the position measured before, so that wrench × motion is the work done.
#pragma once

#include <optional>
#include <string>

#include "tether/robot/chain.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {

struct SimulatedArmParams {
  std::string world;            // MJCF file of the arm and what surrounds it
  robot::JointVector start;     // joint positions at the beginning [rad]
  double interface_rate = 500;  // [Hz]
  // of every joint, in the place of the model's own:
  std::optional<double> coulomb_friction = std::nullopt;  // [N m]
  std::optional<double> viscous_friction = std::nullopt;  // [N m s/rad]
  std::optional<double> rotor_inertia = std::nullopt;     // [kg m²]
};

class SimulatedArm final : public SimulatedDevice {
 public:
  SimulatedArm(const robot::Chain& chain, const SimulatedArmParams& params);

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override;
  bool scene(signals::SceneState& scene) const noexcept override {
    sim::show(world_, joints_.bodies(), scene);
    return true;
  }

  const World& world() const noexcept { return world_; }

 private:
  void exchange(core::Time now) noexcept;
  spatial::Wrench mean_contact_at_tool() noexcept;

  robot::Chain chain_;
  World world_;
  ChainInWorld joints_;
  core::Duration interface_period_;
  core::Time next_exchange_;
  signals::DeviceState measured_;  // by the interface, last
  robot::JointVector commanded_;   // waiting for the next interface tick
  robot::JointVector effective_;   // what the drives apply now
  spatial::Wrench contact_;        // sum over the steps since the last exchange, world frame
  int steps_ = 0;                  // since then
  robot::ChainState state_;        // work space of the gravity compensation
};

}  // namespace tether::sim
