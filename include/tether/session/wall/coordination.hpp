// How a session in wall time is deployed: a thread for each side and one for the recorder, under a
// mediator on the thread that called; a session that drives has more (drive_activities.hpp). The
// recorder starts first and is cleaned last, so that it receives all that the sides record; the
// follower is there before the leader asks it to move. The thread of a side has two sets of
// activities: all of them, and, while a person pauses the session, all but the side itself, so that
// devices, scanner, watchdog and recorder go on.
#pragma once

#include "tether/runtime/coordination/coordination.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/wall/wall_link.hpp"

namespace tether::session {

inline constexpr double kMediatorRate = 100;  // [Hz]
inline constexpr double kRecorderRate = 100;  // [Hz]; who watches sees no more often
inline constexpr const char* kRecorderThread = "recorder";

// of a side's thread
inline constexpr std::size_t kWorkingSet = 0, kPausedSet = 1;

// the sides that this process plays
runtime::Deployment session_deployment(const scenario::Scenario& scenario,
                                       signals::LocalSides sides = signals::LocalSides::both);
runtime::Coordination session_coordination(const scenario::Scenario& scenario);

}  // namespace tether::session
