// Somebody who watches a session from outside: sees every tick of both sides after it was computed,
// and changes nothing.
#pragma once

#include <span>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/signals/tick.hpp"

namespace tether::record {

struct Event;  // events.hpp

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void observe(const signals::Tick& leader, const signals::Tick& follower) noexcept = 0;
  // what happened in this tick; not called when nothing did
  virtual void happened(std::span<const Event> /*events*/) noexcept {}
  // a scan that the follower first saw in this tick of its
  virtual void see(const assist::RangeScan& /*scan*/, const signals::Tick& /*follower*/) noexcept {}
};

}  // namespace tether::record
