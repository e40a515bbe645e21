// A part of an application with a life of its own: one side of a session, a recorder. It knows no
// other activity; the mediator commands it when to enter which state of its life cycle
// (life_cycle.hpp), and the loop of its thread makes all the calls, one at a time:
//   configure_resources → configure_capabilities → compute ⇄ pause → clean
// clean() is called if and only if configure_resources() was, even when that threw.
#pragma once

#include <string_view>

#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"

namespace tether::runtime {

class Activity {
 public:
  virtual ~Activity() = default;

  virtual std::string_view name() const noexcept = 0;
  // opens devices, sockets, files; may throw and may take its time
  virtual void configure_resources() = 0;
  // builds what it computes with; may throw
  virtual void configure_capabilities() = 0;
  // One pass while running. A fault is reported once; from then on pause() is called instead.
  virtual core::Fault compute(core::Time now) noexcept = 0;
  // Asked after each pass: the work is over and the application may end. Serves on until it does.
  virtual bool finished() const noexcept { return false; }
  // One pass while pausing, or after a fault. True when the device is at rest, which may take some
  // passes; it is asked on all the same, until it runs again or is cleaned.
  virtual bool pause(core::Time /*now*/) noexcept { return true; }
  // gives resources back; the device is left at zero effort
  virtual void clean() noexcept = 0;
};

}  // namespace tether::runtime
