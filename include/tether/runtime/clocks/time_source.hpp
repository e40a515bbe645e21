// The machine's monotonic time, as seen by the clocks of this module: what it is now, and sleeping
// until an instant of it. A seam: tests put a time of their own in its place, so that no test waits
// or depends on how fast the machine is.
#pragma once

#include "tether/core/time.hpp"

namespace tether::runtime {

class TimeSource {
 public:
  virtual ~TimeSource() = default;
  // since a start that stays the same while the machine runs; any thread
  virtual core::Duration now() const noexcept = 0;
  // Sleeps until that instant; returns at once when it has passed. 0, or an error number: EINTR
  // when a signal ended the sleep early.
  virtual int sleep_until(core::Duration instant) noexcept = 0;
};

// CLOCK_MONOTONIC, and clock_nanosleep with an absolute time: what a sleep is late by does not add
// up over many of them (clock_nanosleep(2)).
class MonotonicTime final : public TimeSource {
 public:
  core::Duration now() const noexcept override;
  int sleep_until(core::Duration instant) noexcept override;
};

// the one of this process
TimeSource& monotonic_time() noexcept;

}  // namespace tether::runtime
