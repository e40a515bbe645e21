// Wakes a loop at the pace of its device: one pass per event. A pass was due when the device says
// the event occurred; where the device gives no stamp, when its event was seen, so that such a loop
// shows no wake-up latency. Events that piled up while a pass ran are left out and counted; the
// first of them was due a period after the last one that was served, as nobody has its stamp.
//
// A device that falls silent does not stop the loop: after `timeout` a pass follows with
// Wakeup::silent set, late by what the device is late, so that the loop can hold still in good
// order; fault() then says how long the silence lasts.
#pragma once

#include <cstdint>

#include "runtime/clocks/pace.hpp"
#include "tether/core/fault.hpp"
#include "tether/runtime/clocks/clock.hpp"
#include "tether/runtime/clocks/time_source.hpp"

namespace tether::runtime {

struct DeviceClockParams {
  core::Duration period = std::chrono::milliseconds(1);    // between two events, nominally
  core::Duration timeout = std::chrono::milliseconds(10);  // of one wait
  // silence that is a fault; shorter ones only count
  core::Duration longest_silence = std::chrono::milliseconds(100);
  const char* stage = "device clock";  // static text, names the device in the fault
};

class DeviceClock final : public Clock {
 public:
  // `epoch`: the instant of `time` at which session time is zero; InputError when params are wrong
  DeviceClock(const DeviceClockParams& params, Pace& pace, core::Duration epoch,
              TimeSource& time = monotonic_time());

  Wakeup wait() noexcept override;
  core::Time now() const noexcept override { return core::Time(time_.now() - epoch_); }
  core::Duration period() const noexcept override { return params_.period; }

  // waits that ended without an event
  std::uint64_t timeouts() const noexcept { return timeouts_; }
  // of kind silence, when the device is silent for too long or cannot be waited for; value and
  // bound are the silence and the longest that is borne [s]
  core::Fault fault() const noexcept;

 private:
  DeviceClockParams params_;
  Pace& pace_;
  core::Duration epoch_;
  TimeSource& time_;
  core::Time last_{};  // event, or the first wait
  core::Duration silence_{0};
  std::uint64_t timeouts_ = 0;
  bool begun_ = false;
  bool broken_ = false;
};

}  // namespace tether::runtime
