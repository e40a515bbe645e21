// A platform on smart wheels in a MuJoCo world: the driver that a real one would have
// (device/drivers/smart_wheels/wheeled_platform.hpp) on a simulated field bus
// (simulated_wheels.hpp). It measures odometry from where it started, and for those who judge where
// it really is in its world. What walls do to it is measured in the axes of its odometry, as every
// device measures contact.
#pragma once

#include <cstdint>
#include <string>

#include "tether/device/drivers/smart_wheels/wheeled_platform.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/devices/simulated_wheels.hpp"

namespace tether::sim {

struct SimulatedPlatformParams {
  std::string world;                                // MJCF file
  Eigen::Vector3d start = Eigen::Vector3d::Zero();  // x, y [m] and heading [rad] in the world
  device::WheeledPlatformParams driver;
  std::uint64_t seed = 1;
};

class SimulatedPlatform final : public SimulatedDevice {
 public:
  // throws core::InputError when the world has no such platform
  explicit SimulatedPlatform(const SimulatedPlatformParams& params);

  const robot::Chain& chain() const noexcept override { return driver_.chain(); }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override;
  bool scene(signals::SceneState& scene) const noexcept override {
    sim::show(wheels_.world(), wheels_.bodies(), scene, Floors::left_out);
    return true;
  }

  const SimulatedWheels& wheels() const noexcept { return wheels_; }

 private:
  SimulatedWheels wheels_;
  device::WheeledPlatform driver_;
  spatial::Pose start_;  // of the odometry, in the world
  core::Time time_;      // the simulation's own
  bool passed_ = true;   // time, since it was read
  signals::DeviceState measured_;
};

}  // namespace tether::sim
