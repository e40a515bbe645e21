// A leader that nobody holds: its tool is where a trajectory says, whatever force acts on it. For
// tests of the follower alone.
#pragma once

#include <memory>

#include "tether/control/trajectories/trajectory.hpp"
#include "tether/sim/devices/simulated_device.hpp"

namespace tether::sim {

class SetpointDevice final : public SimulatedDevice {
 public:
  // chain: three sliding axes x, y, z
  SetpointDevice(const robot::Chain& chain, std::shared_ptr<const control::Trajectory> trajectory);

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time, const device::JointEfforts& efforts) noexcept override {
    efforts_ = efforts.values;
  }
  void advance(core::Duration) noexcept override {}

 private:
  robot::Chain chain_;
  std::shared_ptr<const control::Trajectory> trajectory_;
  robot::JointVector efforts_;
};

}  // namespace tether::sim
