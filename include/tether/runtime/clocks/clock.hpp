// What a loop waits for before each pass. Three policies: virtual time, which never waits; a period
// of the wall clock; and the device's own pace. A loop does not know which it has.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tether/core/time.hpp"

namespace tether::runtime {

// One return from waiting. Lateness is counted from the first instant at which a pass was due and
// none began, as cyclictest counts it; so it is not bounded by the period:
//   late(begin)     = begin − due               whatever the cause
//   latency(begin)  = begin − max(due, asked)   by who should have woken the loop: a loop that
//   still
//                                               computed when the pass was due did not sleep yet
struct Wakeup {
  core::Time due;            // the first instant since the last pass that a pass was due
  core::Time scheduled;      // the instant that this pass stands for: after due by those left out
  core::Time asked;          // when the loop began to wait
  core::Time woke;           // when it went on
  std::uint32_t missed = 0;  // passes that were due since the last one and are left out
  bool overrun = false;      // the pass before took longer than the period, and the policy is stop
  bool silent = false;       // the device that sets the pace gave no sign within its timeout

  core::Duration late(core::Time begin) const noexcept { return begin - due; }
  core::Duration latency(core::Time begin) const noexcept { return begin - std::max(due, asked); }

  // of a pass that begins the moment it is due
  static Wakeup punctual(core::Time t) noexcept {
    return {.due = t, .scheduled = t, .asked = t, .woke = t};
  }
};

// what to do when a pass took longer than its period
enum class OverrunPolicy : std::uint8_t {
  skip,      // leave the missed passes out, stay on the grid
  catch_up,  // make them up without waiting
  stop       // end the session with a named fault
};

class Clock {
 public:
  virtual ~Clock() = default;
  // blocks until the next pass is due
  virtual Wakeup wait() noexcept = 0;
  // session time now; any thread
  virtual core::Time now() const noexcept = 0;
  virtual core::Duration period() const noexcept = 0;
};

}  // namespace tether::runtime
