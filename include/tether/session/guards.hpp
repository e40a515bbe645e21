// The guards of a side from a scenario and the ratings of its device.
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/session/scenario.hpp"
#include "tether/session/tick.hpp"

namespace tether::session {

// whether a side has any guard that tells of itself
bool is_guarded(const Scenario& scenario, SideName side);

guard::WrenchBoundsParams wrench_bounds(const Scenario& scenario, const SideParams& side);
guard::DeviceGuardsParams device_guards(const Scenario& scenario, const SideParams& side,
                                        const robot::Chain& chain);

// what each axis of the device may be asked for [N m or N]; infinite where it has no rating
robot::JointVector effort_ratings(const SideParams& side, const robot::Chain& chain);
// [rad/s or m/s]
robot::JointVector speed_ratings(const robot::Chain& chain);

}  // namespace tether::session
