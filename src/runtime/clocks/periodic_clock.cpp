#include "tether/runtime/clocks/periodic_clock.hpp"

#include <cerrno>

#include "tether/core/error.hpp"

namespace tether::runtime {

PeriodicClock::PeriodicClock(const PeriodicClockParams& params, core::Duration epoch,
                             TimeSource& time)
    : params_(params), epoch_(epoch), time_(time) {
  if (params.period <= core::Duration(0)) {
    throw core::InputError("the period of a loop must be positive");
  }
  if (params.longest_backlog < 0) {
    throw core::InputError("the longest backlog of a loop must not be negative");
  }
}

Wakeup PeriodicClock::wait() noexcept {
  const core::Time called = now();
  if (!begun_) {
    // a loop that starts after the epoch has missed nothing
    next_ = called <= due(0) ? 0 : index_at(called) + 1;
    begun_ = true;
  }
  const bool overran = called > due(next_);
  if (!overran) sleep_until(due(next_));

  Wakeup wakeup;
  wakeup.asked = called;
  wakeup.woke = now();
  wakeup.due = due(next_);
  const std::int64_t pass = pass_at(wakeup.woke);
  wakeup.scheduled = due(pass);
  wakeup.missed = static_cast<std::uint32_t>(pass - next_);
  wakeup.overrun = params_.overrun == OverrunPolicy::stop && (overran || wakeup.missed > 0);
  if (overran) ++overruns_;
  next_ = pass + 1;
  return wakeup;
}

std::int64_t PeriodicClock::pass_at(core::Time woke) const noexcept {
  const std::int64_t latest = index_at(woke);
  if (latest <= next_) return next_;
  if (params_.overrun != OverrunPolicy::catch_up) return latest;
  return latest - next_ > params_.longest_backlog ? latest - params_.longest_backlog : next_;
}

core::Time PeriodicClock::due(std::int64_t index) const noexcept {
  return core::Time(params_.phase + index * params_.period);
}

std::int64_t PeriodicClock::index_at(core::Time t) const noexcept {
  const core::Duration since = t.time_since_epoch() - params_.phase;
  const std::int64_t index = since / params_.period;
  // division rounds towards zero, the grid downwards
  return since % params_.period < core::Duration(0) ? index - 1 : index;
}

void PeriodicClock::sleep_until(core::Time t) noexcept {
  int error = 0;
  do {
    // signals are for whoever handles them; the pass stays where it was due
    error = time_.sleep_until(epoch_ + t.time_since_epoch());
  } while (error == EINTR);
  if (error != 0) ++refused_sleeps_;
}

}  // namespace tether::runtime
