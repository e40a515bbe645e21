// Watches that the activity that speaks to the wheels goes on doing so. It runs on a thread of its
// own, served before the one it watches; when that has made no cycle for too long the session stops
// with a fault. The wheels brake by themselves much sooner, when no setpoint comes
// (device/drivers/smart_wheels/smart_wheel_motor.hpp).
#pragma once

#include "tether/device/drivers/smart_wheels/bus_watchdog.hpp"
#include "tether/runtime/coordination/activity.hpp"

namespace tether::session {

class WatchdogActivity final : public runtime::Activity {
 public:
  // the watchdog must outlive it
  explicit WatchdogActivity(device::BusWatchdog& watchdog) noexcept : watchdog_(watchdog) {}

  std::string_view name() const noexcept override { return "bus_watchdog"; }
  void configure_resources() override {}
  void configure_capabilities() override {}
  core::Fault compute(core::Time now) noexcept override { return watchdog_.watch(now); }
  void clean() noexcept override {}

 private:
  device::BusWatchdog& watchdog_;
};

}  // namespace tether::session
