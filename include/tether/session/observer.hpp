// Somebody who watches a session from outside: sees every tick of both sides after it was computed,
// and changes nothing.
#pragma once

#include "tether/session/tick.hpp"

namespace tether::session {

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void observe(const Tick& leader, const Tick& follower) noexcept = 0;
};

}  // namespace tether::session
