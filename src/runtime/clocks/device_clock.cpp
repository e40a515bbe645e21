#include "runtime/clocks/device_clock.hpp"

#include <algorithm>

#include "tether/core/error.hpp"

namespace tether::runtime {

DeviceClock::DeviceClock(const DeviceClockParams& params, Pace& pace, core::Duration epoch,
                         TimeSource& time)
    : params_(params), pace_(pace), epoch_(epoch), time_(time) {
  if (params.period <= core::Duration(0) || params.timeout <= core::Duration(0)) {
    throw core::InputError("period and timeout of a device-paced loop must be positive");
  }
}

Wakeup DeviceClock::wait() noexcept {
  Wakeup wakeup;
  wakeup.asked = now();
  if (!begun_) last_ = wakeup.asked;
  begun_ = true;

  const PaceEvent event = pace_.wait(params_.timeout);
  // what cannot be waited for must not make the loop spin
  if (event.broken) time_.sleep_until(time_.now() + params_.timeout);
  wakeup.woke = now();
  if (event.events > 0) {
    // a stamp of the future is a clock gone wrong, not a pass that came early
    wakeup.scheduled =
        event.stamp ? std::min(core::Time(*event.stamp - epoch_), wakeup.woke) : wakeup.woke;
    wakeup.missed = event.events - 1;
    wakeup.due =
        wakeup.missed > 0 ? std::min(last_ + params_.period, wakeup.scheduled) : wakeup.scheduled;
    last_ = wakeup.scheduled;
    silence_ = core::Duration(0);
    return wakeup;
  }

  ++timeouts_;
  broken_ = broken_ || event.broken;
  silence_ = wakeup.woke - last_;
  wakeup.silent = true;
  wakeup.due = wakeup.scheduled = std::min(last_ + params_.period, wakeup.woke);
  return wakeup;
}

core::Fault DeviceClock::fault() const noexcept {
  if (!broken_ && silence_ <= params_.longest_silence) return {};
  return {.kind = core::FaultKind::silence,
          .stage = params_.stage,
          .value = core::seconds(silence_),
          .bound = core::seconds(params_.longest_silence)};
}

}  // namespace tether::runtime
