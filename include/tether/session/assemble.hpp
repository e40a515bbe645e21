// From a scenario to objects: chains, devices, and the stages of each side. Set-up code; its errors
// point to the scenario.
#pragma once

#include <memory>

#include "tether/robot/chain.hpp"
#include "tether/session/scenario.hpp"
#include "tether/session/side.hpp"
#include "tether/sim/simulated_device.hpp"

namespace tether::sim {
struct HandOrders;
}

namespace tether::session {

// the follower's chain, where it starts and the frame its workspace hangs on
struct FollowerSetup {
  robot::Chain chain;
  robot::JointVector start;  // [rad]
  spatial::Pose offset;      // H_o
};

robot::Chain leader_chain(const Scenario& scenario);
// throws core::InputError when the offset cannot be reached from the posture
FollowerSetup follower_setup(const Scenario& scenario);

// the follower is a robot that can be moved by itself
bool may_jog(const Scenario& scenario);

Stages leader_stages(const Scenario& scenario, const robot::Chain& chain);
// scanner: of a follower that is driven; must outlive the stages
Stages follower_stages(const Scenario& scenario, const FollowerSetup& setup,
                       device::Scanner* scanner = nullptr);

// what a change of the scenario exchanges on each side
Replacement leader_replacement(const Scenario& changed, const robot::Chain& chain);
Replacement follower_replacement(const Scenario& changed, const FollowerSetup& setup);

// guided: where somebody tells the simulated person to move the hand; must outlive the device
std::unique_ptr<sim::SimulatedDevice> leader_device(const Scenario& scenario,
                                                    const robot::Chain& chain,
                                                    sim::HandOrders* guided = nullptr);
std::unique_ptr<sim::SimulatedDevice> follower_device(const Scenario& scenario,
                                                      const FollowerSetup& setup);

// the same in wall time, where a device of one's own may be a real one
std::unique_ptr<device::Device> leader_device_in_wall_time(const Scenario& scenario,
                                                           const robot::Chain& chain,
                                                           sim::HandOrders* guided);
std::unique_ptr<device::Device> follower_device_in_wall_time(const Scenario& scenario,
                                                             const FollowerSetup& setup);

}  // namespace tether::session
