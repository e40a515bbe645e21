// From a scenario to what its follower sees with.
#pragma once

#include <memory>

#include "tether/core/latest_value.hpp"
#include "tether/device/scanner.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/sim/devices/simulated_device.hpp"

namespace tether::session {

// what a follower that is driven sees in the world where `platform` is; null for others
std::unique_ptr<device::Scanner> follower_scanner(const scenario::Scenario& scenario,
                                                  const sim::SimulatedDevice& platform);
// the same on a thread of its own, which learns where the platform is from `place`
std::unique_ptr<device::Scanner> scanner_in_wall_time(const scenario::Scenario& scenario,
                                                      core::LatestValue<spatial::Pose>& place);

}  // namespace tether::session
