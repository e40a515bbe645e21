// Two watches over a field bus, one at either end.
// BusWatchdog: the thread of the bus counts its cycles, another thread, of higher priority, looks
// whether the count goes on. One atomic counter joins them; neither ever waits.
// SetpointWatch: a unit follows only setpoints that are young enough by their own stamp. A master
// that cycles on but no longer computes is then not followed either: the unit brakes.
#pragma once

#include <atomic>
#include <cstdint>

#include "tether/core/cache_line.hpp"
#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"

namespace tether::device {

struct BusWatchdogParams {
  core::Duration patience = std::chrono::milliseconds(20);  // without a cycle
};

class BusWatchdog {
 public:
  explicit BusWatchdog(const BusWatchdogParams& params = {}) noexcept : params_(params) {}

  // the thread of the bus, after a cycle that was answered
  void cycled() noexcept { cycles_.fetch_add(1, std::memory_order_release); }

  // The watching thread, at its own pace. A fault (silence) while the last cycle that it saw is
  // longer ago than `patience`; none before its first look, and none again once the bus cycles.
  core::Fault watch(core::Time now) noexcept {
    const std::uint64_t cycles = cycles_.load(std::memory_order_acquire);
    if (!looked_ || cycles != seen_) {
      looked_ = true;
      seen_ = cycles;
      since_ = now;
    }
    const core::Duration silent = now - since_;
    if (silent <= params_.patience) return {};
    return {core::FaultKind::silence, "field bus", -1, core::seconds(silent),
            core::seconds(params_.patience)};
  }

  // cycles so far
  std::uint64_t cycles() const noexcept { return cycles_.load(std::memory_order_acquire); }

 private:
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  alignas(core::kCacheLine) std::atomic<std::uint64_t> cycles_{0};
  // of the watching thread alone
  alignas(core::kCacheLine) std::uint64_t seen_ = 0;
  core::Time since_;
  BusWatchdogParams params_;
  bool looked_ = false;
};

// at a unit: whether a setpoint with this stamp [ns of the bus' clock] may be followed now
class SetpointWatch {
 public:
  explicit SetpointWatch(core::Duration limit) noexcept : limit_(limit) {}

  bool accepts(core::Time now, std::uint64_t stamp) const noexcept {
    const auto time = static_cast<std::uint64_t>(now.time_since_epoch().count());
    // one from the future is followed: clocks differ by less than a cycle
    return stamp >= time || time - stamp <= static_cast<std::uint64_t>(limit_.count());
  }

 private:
  core::Duration limit_;
};

}  // namespace tether::device
