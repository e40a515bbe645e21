// What a scenario promises about energy before it has begun: whether anything guarantees that it is
// passive, and what is held in store from the start.
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::scenario {

// A hand that drives feels forces that are passive by themselves; else it is up to the method.
inline bool guarantees_passivity(const Scenario& scenario) noexcept {
  return scenario.passivity.method != passivity::Method::none || is_driven(scenario);
}

// of an arm that displays a simulated system and just went limp, at most [J]
inline constexpr double kLimpMotion = 0.1;

// what a side may give out that it was never given, in the leader's measure [J]
inline double energy_at_the_start(const Scenario& scenario, signals::SideName side) noexcept {
  const bool pushed = scenario.coupling.kind == control::CouplingKind::force_position;
  if (side == signals::SideName::follower) {
    return pushed ? scenario.coupling.stream_store
                  : scenario.coupling.force_scale * scenario.follower.side.store;
  }
  const bool feels =
      is_driven(scenario) && scenario.coupling.feedback && scenario.obstacles.enabled;
  return scenario.leader.side.store + (pushed ? kLimpMotion : 0) +
         (feels ? scenario.obstacles.force.store : 0);
}

// the same of both [J]
inline double energy_at_the_start(const Scenario& scenario) noexcept {
  return energy_at_the_start(scenario, signals::SideName::leader) +
         energy_at_the_start(scenario, signals::SideName::follower);
}

// whether a side has any guard that reports what it does
inline bool is_guarded(const Scenario& scenario, signals::SideName side) {
  const SideGuardParams& own =
      (side == signals::SideName::leader ? scenario.leader.side : scenario.follower.side).guard;
  return scenario.guard.max_energy || scenario.guard.max_force || own.max_power ||
         own.joint_limits || own.torque_rate || own.tool || own.contact || own.frozen || own.hand ||
         own.fence;
}

}  // namespace tether::scenario
