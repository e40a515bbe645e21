// What a session of a scenario has, property by property, for those who run, record, report and
// serve it: they ask for what matters to them, never for the kind of system.
#pragma once

#include <cstdint>
#include <string>

#include "tether/scenario/extensions.hpp"
#include "tether/signals/tick.hpp"

namespace tether::scenario {

// where a side's energy is counted (teleop/energy_port.hpp); own: not in the balance
enum class EnergyPort : std::uint8_t { joints, tool, hand, own };
constexpr const char* name(EnergyPort port) noexcept {
  return port == EnergyPort::joints ? "joints"
         : port == EnergyPort::tool ? "tool"
         : port == EnergyPort::hand ? "hand"
                                    : "own";
}
inline EnergyPort energy_port(const Scenario& scenario, signals::SideName side) noexcept {
  const bool follows = side == signals::SideName::follower;
  if (follows && is_driven(scenario)) return EnergyPort::own;
  if (!follows && scenario.coupling.kind == control::CouplingKind::force_position) {
    return EnergyPort::hand;
  }
  const SideParams& params = follows ? scenario.follower.side : scenario.leader.side;
  return params.port == PortKind::tool ? EnergyPort::tool : EnergyPort::joints;
}

// What the outside does to a side's tool is known to it: a simulated device measures it exactly,
// and of any other the scenario states by how much the measured wrench may be wrong.
inline bool measures_wrench(const Scenario& scenario, signals::SideName side) noexcept {
  const bool follows = side == signals::SideName::follower;
  const SideParams& params = follows ? scenario.follower.side : scenario.leader.side;
  if (params.force_error > 0 || params.torque_error > 0) return true;
  if (follows) return scenario.follower.driver.empty();
  return scenario.leader.driver.empty() && scenario.leader.kind == LeaderParams::Kind::held &&
         scenario.leader.wrench.kind == LeaderWrenchParams::Kind::exact;
}

// the follower sees obstacles in range scans
inline bool has_scanner(const Scenario& scenario) noexcept { return is_driven(scenario); }
// the follower drives through a world seen from above; a simulated one knows where it really is
inline bool has_course(const Scenario& scenario) noexcept { return is_driven(scenario); }
// the follower's tool stands for the leader's, so that the distance between them means something
inline bool shares_workspace(const Scenario& scenario) noexcept { return !is_driven(scenario); }
// virtual fixtures may act on the hand
inline bool may_have_fixtures(const Scenario& scenario) noexcept { return !is_driven(scenario); }
// in wall time devices have activities of their own beside the controllers
inline bool has_device_activities(const Scenario& scenario) noexcept { return is_driven(scenario); }

// what guarantees passivity: a method, or the store of forces that are passive by themselves
inline std::string guarantee_name(const Scenario& scenario) {
  return is_driven(scenario) ? "obstacle-store" : passivity_method(scenario).name;
}

}  // namespace tether::scenario
