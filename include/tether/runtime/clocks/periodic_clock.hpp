// Wakes a loop on a fixed grid of the machine's monotonic time,
//   due(k) = epoch + phase + k · period,
// by sleeping until absolute instants, so the grid never drifts whatever a pass or a wake-up costs.
// Loops that are given the same epoch share session time, and their passes keep their phases.
//
// A pass that ends after the next one was due has overrun. What follows is a matter of policy:
//   skip      passes that are a whole period late are left out and counted in Wakeup::missed; the
//             one whose turn it is begins at once, and the loop is on the grid again;
//   catch_up  the late passes follow each other without waiting until the grid is met. More than
//             `longest_backlog` of them are not made up but left out and counted: a process that
//             was frozen must not send the commands of seconds in a burst;
//   stop      as skip, and Wakeup::overrun asks the loop to end with a fault. A wake-up that comes
//             a whole period late counts too: its pass was lost just the same.
//
// Whatever the policy, Wakeup::due is the first instant of the grid that has no pass yet. With skip
// and stop lateness that is not the kernel's is what the pass before ran over (due to asked); with
// catch_up each late pass has its own due instant, and only the first of them was woken late.
#pragma once

#include <cstdint>

#include "tether/runtime/clocks/clock.hpp"
#include "tether/runtime/clocks/time_source.hpp"

namespace tether::runtime {

struct PeriodicClockParams {
  core::Duration period = std::chrono::milliseconds(1);  // > 0
  core::Duration phase{0};                               // of the grid against the epoch
  OverrunPolicy overrun = OverrunPolicy::skip;
  std::int64_t longest_backlog = 100;  // passes that catch_up makes up at most
};

class PeriodicClock final : public Clock {
 public:
  // `epoch`: the instant of `time` at which session time is zero; InputError when params are wrong
  PeriodicClock(const PeriodicClockParams& params, core::Duration epoch,
                TimeSource& time = monotonic_time());

  Wakeup wait() noexcept override;
  core::Time now() const noexcept override { return core::Time(time_.now() - epoch_); }
  core::Duration period() const noexcept override { return params_.period; }

  // passes that ended after the next was due
  std::uint64_t overruns() const noexcept { return overruns_; }
  // sleeps that the kernel refused; the loop then runs without waiting
  std::uint64_t refused_sleeps() const noexcept { return refused_sleeps_; }

 private:
  core::Time due(std::int64_t index) const noexcept;
  // index of the latest grid instant that is not after t
  std::int64_t index_at(core::Time t) const noexcept;
  void sleep_until(core::Time t) noexcept;
  std::int64_t pass_at(core::Time woke) const noexcept;

  PeriodicClockParams params_;
  core::Duration epoch_;
  TimeSource& time_;
  std::int64_t next_ = 0;  // index of the pass to come
  bool begun_ = false;
  std::uint64_t overruns_ = 0;
  std::uint64_t refused_sleeps_ = 0;
};

}  // namespace tether::runtime
