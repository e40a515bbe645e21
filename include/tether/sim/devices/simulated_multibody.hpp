// A multibody system that is simulated, as what follows: it is touched at its user interaction
// point alone (robot/multibody.hpp). Positions are measured and efforts taken at every tick; what
// was commanded acts until the next one, beside the system's own weight, springs and friction, none
// of which is compensated.
#pragma once

#include <vector>

#include "tether/robot/multibody.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {

struct SimulatedMultibodyParams {
  robot::MultibodyModel model;
  robot::JointVector start;  // of the chain's joints; the model's own when empty [rad or m]
};

class SimulatedMultibody final : public SimulatedDevice {
 public:
  // The chain is the one of robot::load_multibody. Throws core::InputError when the start does not
  // fit the chain, or loops of the system cannot be closed there.
  SimulatedMultibody(const robot::Chain& chain, const SimulatedMultibodyParams& params);

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override;

  const World& world() const noexcept { return world_; }
  // kinetic energy, and potential energy of weight and springs [J]
  double energy() noexcept;

 private:
  void set_start(const SimulatedMultibodyParams& params);
  std::vector<bool> held_by_chain() const;

  robot::Chain chain_;
  World world_;
  ChainInWorld joints_;
  robot::JointVector efforts_;
  core::Duration owed_{0};   // time that passed and is not simulated yet
  robot::ChainState state_;  // work space
};

}  // namespace tether::sim
