#include "session/assemble/assistance.hpp"

#include "tether/assist/scene/scene_forces.hpp"
#include "tether/scenario/own_parts.hpp"
#include "tether/session/assemble/couplings.hpp"

namespace tether::session {

std::unique_ptr<assist::Assistance> make_assistance(const scenario::Scenario& scenario,
                                                    const robot::Chain& leader,
                                                    std::unique_ptr<assist::FixtureForces> forces) {
  const scenario::AssistParams& p = scenario.assist;
  const bool own = scenario.own && scenario.own->fixture_forces;
  if (!p.present() && !forces && !own) return nullptr;
  const assist::AssistanceParams params{.at = p.at,
                                        .map = workspace_map(scenario, follower_setup(scenario)),
                                        .force_scale = p.force_scale,
                                        .max_force = p.max_force,
                                        .torque = robot::can_turn(leader),
                                        .enabled = p.enabled,
                                        .sample_time = 1 / scenario.rate};
  if (own) {
    forces = scenario.own->fixture_forces(scenario);
  } else if (!forces && p.source == scenario::AssistParams::Source::here) {
    forces = std::make_unique<assist::SceneForces>(p.fixtures);
  }
  return std::make_unique<assist::Assistance>(params, std::move(forces));
}

}  // namespace tether::session
