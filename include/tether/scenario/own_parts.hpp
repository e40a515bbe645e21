// What a program of one's own puts in the place of what a scenario would make: a device, either
// half of a coupling, forces that help the hand, a simulated person's task. Everything else stays
// the scenario's, the energy account, the guards and the certificate among it. Factories are called
// at set-up and may throw; what they make is called in ticks and keeps the real-time rules. One
// that is empty leaves the scenario's.
//
//   auto scenario = scenario::load_scenario("omega_lwr_wall");
//   scenario.own = std::make_shared<scenario::OwnParts>(
//       scenario::OwnParts{.leader_coupling = [](const auto&, const auto&) { return ...; }});
//   report::run_and_report(scenario, {.directory = "out/mine"});
//
// A robot needs none of this: an MJCF file that the scenario names is enough (catalogue.hpp).
#pragma once

#include <functional>
#include <memory>

#include "tether/assist/fixtures/fixture_forces.hpp"
#include "tether/control/couplings/coupling.hpp"
#include "tether/device/device.hpp"
#include "tether/robot/chain.hpp"
#include "tether/sim/people/intention.hpp"

namespace tether::scenario {

struct Scenario;

// the follower's chain, where it starts and the frame its workspace hangs on
struct FollowerSetup {
  robot::Chain chain;
  robot::JointVector start;  // [rad]
  spatial::Pose offset;      // H_o
};

struct OwnParts {
  template <class T, class From>
  using Make = std::function<std::unique_ptr<T>(const Scenario&, const From&)>;

  // Of kinematics and ratings as the scenario's leader.device and follower.robot have them. In
  // virtual time, and in sessions that drive, it must be a sim::SimulatedDevice.
  Make<device::Device, robot::Chain> leader_device;
  Make<device::Device, FollowerSetup> follower_device;

  // both speak as the scenario's coupling.kind does
  Make<control::Coupling, robot::Chain> leader_coupling;
  Make<control::Coupling, FollowerSetup> follower_coupling;

  // in the place of the scenario's fixtures, with its [assist] figures
  std::function<std::unique_ptr<assist::FixtureForces>(const Scenario&)> fixture_forces;

  // what the simulated person wants, in the place of operator.task
  std::function<std::unique_ptr<sim::Intention>(const Scenario&)> intention;
};

}  // namespace tether::scenario
