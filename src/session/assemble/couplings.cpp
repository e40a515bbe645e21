#include "tether/session/assemble/couplings.hpp"

namespace tether::session {

std::unique_ptr<control::Coupling> leader_coupling(const scenario::Scenario& scenario,
                                                   const robot::Chain& chain) {
  return coupling_law(scenario).leader(scenario, chain);
}

std::unique_ptr<control::Coupling> follower_coupling(const scenario::Scenario& scenario,
                                                     const scenario::FollowerSetup& setup) {
  return coupling_law(scenario).follower(scenario, setup);
}

control::Alignment alignment(const scenario::Scenario& scenario) {
  return coupling_law(scenario).follows_places ? scenario.engagement.alignment
                                               : control::Alignment::index;
}

}  // namespace tether::session
