// A simulated handle seen through the Falcon's electronics: the position measured is that of the
// encoders' counts, and a force is what motors within their limits make of it (falcon_port.hpp).
// `applied` is the force that acted, `actual` where the handle really is. Homing takes no time: the
// legs pass their marks before the first tick.
#pragma once

#include <string>

#include "tether/device/drivers/falcon/falcon_port.hpp"
#include "tether/sim/devices/simulated_handle.hpp"

namespace tether::sim {

class SimulatedFalcon final : public SimulatedDevice {
 public:
  // throws core::InputError when the person would start where the legs do not reach
  SimulatedFalcon(const robot::Chain& chain, const std::string& world_file, Hand hand,
                  HandlingParams handling = {}, const device::FalconPortParams& port = {});

  const robot::Chain& chain() const noexcept override { return handle_.chain(); }
  // a device fault when the encoders read a place where the legs cannot be
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override { handle_.advance(dt); }
  void show(const spatial::Pose& tool) noexcept override { handle_.show(tool); }
  bool done() const noexcept override { return handle_.done(); }
  bool scene(signals::SceneState& scene) const noexcept override { return handle_.scene(scene); }

  const Hand& hand() const noexcept { return handle_.hand(); }
  const device::FalconPort& port() const noexcept { return port_; }

 private:
  void home() noexcept;
  // as the encoders count from where the device was switched on
  std::optional<device::EncoderCounts> encoders(const spatial::Vector3& handle) const noexcept;

  SimulatedHandle handle_;
  device::FalconPort port_;
  device::EncoderCounts at_start_;  // beyond the marks
  spatial::Vector3 measured_;
};

}  // namespace tether::sim
