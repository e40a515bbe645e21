// Never waits: every call is one period later than the one before, the first at session time zero.
// Sessions on it run as fast as the machine allows and repeat bit for bit.
#pragma once

#include <atomic>

#include "tether/runtime/clocks/clock.hpp"

namespace tether::runtime {

class VirtualClock final : public Clock {
 public:
  // period > 0
  explicit VirtualClock(core::Duration period) noexcept : period_(period) {}

  Wakeup wait() noexcept override {
    const core::Time pass(next_);
    next_ += period_;
    now_.store(pass, std::memory_order_release);
    return Wakeup::punctual(pass);
  }
  // when the last pass began
  core::Time now() const noexcept override { return now_.load(std::memory_order_acquire); }
  core::Duration period() const noexcept override { return period_; }

 private:
  core::Duration period_;
  core::Duration next_{0};
  std::atomic<core::Time> now_{core::Time{}};
};

}  // namespace tether::runtime
