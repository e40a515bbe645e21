#include "tether/sim/devices/setpoint_device.hpp"

#include "tether/core/error.hpp"

namespace tether::sim {

SetpointDevice::SetpointDevice(const robot::Chain& chain,
                               std::shared_ptr<const control::Trajectory> trajectory)
    : chain_(chain),
      trajectory_(std::move(trajectory)),
      efforts_(robot::JointVector::Zero(chain.joint_count)) {
  if (chain.joint_count != 3) {
    throw core::InputError("a setpoint moves in three axes, " + chain.name + " does not");
  }
}

signals::DeviceState SetpointDevice::read(core::Time now) noexcept {
  signals::DeviceState state;
  state.position = trajectory_->at(core::seconds(now)).position;
  state.applied = efforts_;
  return state;
}

}  // namespace tether::sim
