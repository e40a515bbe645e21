// Somebody who watches a session from outside: sees every tick of both sides after it was computed,
// and changes nothing. Observers see the same in virtual time, in wall time and when a log is
// replayed.
#pragma once

#include <span>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/passivity/monitor.hpp"
#include "tether/signals/scene_state.hpp"
#include "tether/signals/tick.hpp"

namespace tether::record {

struct Event;       // events.hpp
struct ChangeMade;  // events.hpp

// one place on the session's grid of time
struct Observation {
  const signals::Tick& leader;
  const signals::Tick& follower;
  std::span<const Event> events = {};        // that these ticks brought
  std::span<const ChangeMade> changes = {};  // that somebody outside made since the last
  const assist::RangeScan* scan = nullptr;   // that the follower first saw in this tick, if it did
  // pictures of simulated worlds that were taken in these ticks, a hundred a second
  const signals::SceneState* leader_scene = nullptr;
  const signals::SceneState* follower_scene = nullptr;
  passivity::Absorbed absorbed = {};  // at the ports so far, as the certificate counts
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void observe(const Observation& seen) noexcept = 0;
};

}  // namespace tether::record
