// What a scenario promises about energy before it has begun: whether anything guarantees that it is
// passive, and what is held in store from the start.
#pragma once

#include "tether/session/scenario.hpp"

namespace tether::session {

// A hand that drives feels forces that are passive by themselves; else it is up to the method.
inline bool guarantees_passivity(const Scenario& scenario) noexcept {
  return scenario.passivity.method != passivity::Method::none || is_driven(scenario);
}

// of an arm that displays a simulated system and just went limp, at most [J]
inline constexpr double kLimpMotion = 0.1;

// [J]
inline double energy_at_the_start(const Scenario& scenario) noexcept {
  const bool feels =
      is_driven(scenario) && scenario.coupling.feedback && scenario.obstacles.enabled;
  if (scenario.coupling.kind == control::CouplingKind::force_position) {
    return scenario.coupling.stream_store + kLimpMotion;
  }
  return feels ? scenario.obstacles.force.store : 0;
}

}  // namespace tether::session
