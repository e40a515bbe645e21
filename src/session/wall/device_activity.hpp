// The input and output of one device as an activity of its own: every pass it hands over the
// command that its port holds, lets the time of a simulated device pass, reads the device and
// publishes what it measures. It goes on doing so while it pauses, so that a controller can bring
// the device to rest, and leaves it without effort. Time begins to pass with the controller's. From
// then on it follows the clock or the controller's ticks (world_time.hpp).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "session/wall/device_port.hpp"
#include "session/wall/world_time.hpp"
#include "tether/device/drivers/smart_wheels/bus_watchdog.hpp"
#include "tether/runtime/clocks/time_source.hpp"
#include "tether/runtime/coordination/activity.hpp"
#include "tether/sim/devices/scene_camera.hpp"

namespace tether::session {

struct DeviceActivityParts {
  std::string name;
  double rate = 1000;  // of passes [Hz]
  scenario::Physics physics = scenario::Physics::clock;
  // called on the activity's thread when it is configured; may throw
  std::function<std::unique_ptr<sim::SimulatedDevice>()> open;
  // where the device really is, for a simulated scanner on another thread; may be null
  core::LatestValue<spatial::Pose>* place = nullptr;
  device::BusWatchdog* watchdog = nullptr;                      // fed in every pass; may be null
  const runtime::TimeSource& time = runtime::monotonic_time();  // measures what physics costs
};

class DeviceActivity final : public runtime::Activity {
 public:
  // the port must outlive it
  DeviceActivity(DeviceActivityParts parts, DevicePort& port)
      : parts_(std::move(parts)),
        port_(port),
        period_(core::duration_from_seconds(1 / parts_.rate)),
        world_(parts_.physics, period_) {}

  std::string_view name() const noexcept override { return parts_.name; }
  void configure_resources() override;
  void configure_capabilities() override {}
  core::Fault compute(core::Time now) noexcept override;
  bool pause(core::Time now) noexcept override;
  void clean() noexcept override;
  // when the loop has ended
  const WorldTime& world() const noexcept { return world_; }

 private:
  void exchange(core::Time now) noexcept;
  void let_time_pass(core::Time now) noexcept;

  DeviceActivityParts parts_;
  DevicePort& port_;
  core::Duration period_;
  WorldTime world_;
  bool begun_ = false;  // the controller's time passes
  std::unique_ptr<sim::SimulatedDevice> device_;
  sim::SceneCamera camera_;
  device::JointEfforts command_;
  core::Time last_;
};

}  // namespace tether::session
