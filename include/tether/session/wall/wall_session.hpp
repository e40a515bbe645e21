// Runs a scenario in wall time: a real-time thread for each side that this process plays, one for
// the recorder, coordinated by the mediator on the calling thread, from deployment until every life
// cycle is done.
#pragma once

#include "tether/session/runner.hpp"
#include "tether/session/wall/wall_link.hpp"

namespace tether::session {

// core::InputError when the scenario cannot be set up, core::IoError when a file cannot be written
RunResult run_in_wall_time(const scenario::Scenario& scenario, signals::LocalSides sides,
                           const RunOptions& options);

}  // namespace tether::session
