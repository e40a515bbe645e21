// A haptic device in a simulated person's hand: the omega.7 as three sliding axes with its apparent
// mass, workspace and friction in a MuJoCo world. Efforts are forces at the handle [N].
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/handling.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {

class SimulatedHandle final : public SimulatedDevice {
 public:
  SimulatedHandle(const robot::Chain& chain, const std::string& world_file, Hand hand,
                  HandlingParams handling = {});

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override;
  void show(const spatial::Pose& tool) noexcept override { hand_.see(tool); }
  bool done() const noexcept override { return hand_.done(); }
  bool scene(signals::SceneState& scene) const noexcept override;

  const Hand& hand() const noexcept { return hand_; }

 private:
  robot::Chain chain_;
  World world_;
  ChainInWorld joints_;
  Hand hand_;
  Handling handling_;
  core::Time now_;
  robot::JointVector efforts_;
  spatial::Vector3 hand_force_ = spatial::Vector3::Zero();  // mean over the last `advance` [N]
};

}  // namespace tether::sim
