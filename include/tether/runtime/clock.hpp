// What a loop waits for before each pass. Three policies: virtual time, which never waits; a period
// of the wall clock; and the device's own pace. A loop does not know which it has.
#pragma once

#include <cstdint>

#include "tether/core/time.hpp"

namespace tether::runtime {

// one return from waiting
struct Wakeup {
  core::Time scheduled;      // when this pass should have begun
  core::Time woke;           // when it did
  std::uint32_t missed = 0;  // passes that were due since the last one and are left out
  bool overrun = false;      // the pass before took longer than the period, and the policy is stop
  bool silent = false;       // the device that sets the pace gave no sign within its timeout
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
