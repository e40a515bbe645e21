// The guards of a side from a scenario and the ratings of its device.
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::session {

guard::WrenchBoundsParams wrench_bounds(const scenario::Scenario& scenario,
                                        const scenario::SideParams& side);
guard::DeviceGuardsParams device_guards(const scenario::Scenario& scenario,
                                        const scenario::SideParams& side,
                                        const robot::Chain& chain);

// what each axis of the device may be asked for [N m or N]; infinite where it has no rating
robot::JointVector effort_ratings(const scenario::SideParams& side, const robot::Chain& chain);
// [rad/s or m/s]
robot::JointVector speed_ratings(const robot::Chain& chain);

}  // namespace tether::session
