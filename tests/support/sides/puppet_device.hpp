// A device that measures what a test wants and remembers what it was commanded.
#pragma once

#include <utility>

#include "tether/device/device.hpp"

namespace tether::test {

class PuppetDevice final : public device::Device {
 public:
  explicit PuppetDevice(robot::Chain chain) : chain_(std::move(chain)) {
    state.position = state.applied = robot::JointVector::Zero(chain_.joint_count);
  }
  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time) noexcept override { return state; }
  void command(core::Time, const device::JointEfforts& efforts) noexcept override {
    commanded = efforts.values;
    wanted = efforts.velocity;
  }

  signals::DeviceState state;
  robot::JointVector commanded;
  robot::JointVector wanted;  // velocity, none when empty

 private:
  robot::Chain chain_;
};

}  // namespace tether::test
