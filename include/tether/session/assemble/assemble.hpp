// From a scenario to objects: chains, devices, and the stages of each side. Set-up code; its errors
// point to the scenario.
#pragma once

#include <memory>

#include "tether/robot/chain.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/teleop/side.hpp"

namespace tether::sim {
struct HandMailbox;
}

namespace tether::session {

robot::Chain leader_chain(const scenario::Scenario& scenario);
// throws core::InputError when the offset cannot be reached from the posture
scenario::FollowerSetup follower_setup(const scenario::Scenario& scenario);

// the follower is a robot that can be moved by itself
bool may_jog(const scenario::Scenario& scenario);

// fixtures: forces in the place of the scenario's fixtures, if there are any
teleop::Stages leader_stages(const scenario::Scenario& scenario, const robot::Chain& chain,
                             std::unique_ptr<assist::FixtureForces> fixtures = nullptr);
// scanner: of a follower that is driven; must outlive the stages
teleop::Stages follower_stages(const scenario::Scenario& scenario,
                               const scenario::FollowerSetup& setup,
                               device::Scanner* scanner = nullptr);

// what a change of the scenario exchanges on each side
teleop::Replacement leader_replacement(const scenario::Scenario& changed,
                                       const robot::Chain& chain);
teleop::Replacement follower_replacement(const scenario::Scenario& changed,
                                         const scenario::FollowerSetup& setup);

// guided: where somebody commands the simulated person to move the hand; must outlive the device
std::unique_ptr<sim::SimulatedDevice> leader_device(const scenario::Scenario& scenario,
                                                    const robot::Chain& chain,
                                                    sim::HandMailbox* guided = nullptr);
std::unique_ptr<sim::SimulatedDevice> follower_device(const scenario::Scenario& scenario,
                                                      const scenario::FollowerSetup& setup);

// the same in wall time, where a device of one's own may be a real one
std::unique_ptr<device::Device> leader_device_in_wall_time(const scenario::Scenario& scenario,
                                                           const robot::Chain& chain,
                                                           sim::HandMailbox* guided);
std::unique_ptr<device::Device> follower_device_in_wall_time(const scenario::Scenario& scenario,
                                                             const scenario::FollowerSetup& setup);

}  // namespace tether::session
