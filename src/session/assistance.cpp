#include "tether/session/assistance.hpp"

#include "tether/assist/scene_forces.hpp"
#include "tether/session/couplings.hpp"
#include "tether/session/own_parts.hpp"

namespace tether::session {

std::unique_ptr<assist::Assistance> make_assistance(const Scenario& scenario,
                                                    const robot::Chain& leader,
                                                    assist::LiveScene* live) {
  const AssistParams& p = scenario.assist;
  const bool own = scenario.own && scenario.own->fixture_forces;
  if (!p.present() && live == nullptr && !own) return nullptr;
  const assist::AssistanceParams params{.at = p.at,
                                        .map = workspace_map(scenario, follower_setup(scenario)),
                                        .force_scale = p.force_scale,
                                        .max_force = p.max_force,
                                        .torque = robot::can_turn(leader),
                                        .enabled = p.enabled,
                                        .sample_time = 1 / scenario.rate};
  std::unique_ptr<assist::FixtureForces> forces;
  if (own) {
    forces = scenario.own->fixture_forces(scenario);
  } else if (p.source == AssistParams::Source::here) {
    if (live != nullptr) {
      forces = std::make_unique<assist::LiveSceneForces>(*live);
    } else {
      forces = std::make_unique<assist::SceneForces>(p.fixtures);
    }
  }
  return std::make_unique<assist::Assistance>(params, std::move(forces));
}

}  // namespace tether::session
