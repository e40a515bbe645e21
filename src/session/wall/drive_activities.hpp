// What a session that drives consists of in wall time besides its controllers: activities that own
// handle, wheels and scanner, and one that watches the wheels' bus. With the controllers of both
// sides and the mediator they are seven, on four threads and the mediator's own:
//   haptics    falcon, haptic_controller            1 kHz, SCHED_FIFO 38
//   wheels     field_bus, platform_controller       1 kHz, SCHED_FIFO 39
//   watchdog   bus_watchdog                         100 Hz, SCHED_FIFO 40
//   lidar      lidar                                15 Hz
// Why the mediator has a thread of its own: docs/design/driving.md.
#pragma once

#include "session/wall/device_activity.hpp"
#include "session/wall/scan_activity.hpp"
#include "session/wall/watchdog_activity.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::session {

inline constexpr const char* kHapticsThread = "haptics";
inline constexpr const char* kWheelsThread = "wheels";
inline constexpr const char* kWatchdogThread = "watchdog";
inline constexpr const char* kLidarThread = "lidar";

// names of the controllers' activities
inline constexpr const char* kHapticController = "haptic_controller";
inline constexpr const char* kPlatformController = "platform_controller";

inline constexpr double kWatchdogRate = 100;  // [Hz]
// of a thread that asks at its own pace; a scanner on the network has a pace that differs a little
double lidar_rate(const scenario::Scenario& scenario) noexcept;
// SCHED_FIFO of a thread of a session that drives; 0 for ordinary ones
int drive_priority(const scenario::Scenario& scenario, const std::string& thread) noexcept;

class DriveActivities {
  const robot::Chain& leader_;
  const scenario::FollowerSetup& setup_;
  DevicePort handle_, wheels_;
  ScanMailbox mailbox_;
  device::BusWatchdog bus_;
  core::LatestValue<spatial::Pose> place_;  // of the platform, as it really is

 public:
  // all that is referred to must outlive it
  DriveActivities(const scenario::Scenario& scenario, const robot::Chain& leader,
                  const scenario::FollowerSetup& setup, sim::HandMailbox* guided = nullptr);

  // for the controllers
  std::unique_ptr<sim::SimulatedDevice> handle();
  std::unique_ptr<sim::SimulatedDevice> platform();
  device::Scanner& scanner() noexcept { return mailbox_; }

  DeviceActivity falcon, field_bus;
  ScanActivity lidar;
  WatchdogActivity watchdog;
};

}  // namespace tether::session
