#include "tether/session/coordination.hpp"

namespace tether::session {

runtime::Deployment session_deployment(const Scenario& scenario, Cast cast) {
  const auto thread = [](const char* name, double rate) {
    return runtime::ThreadSpec{.name = name, .rate = rate, .activities = {{name}}, .sets = {}};
  };
  runtime::Deployment deployment{{thread("recorder", kRecorderRate)}};
  if (cast != Cast::leader) deployment.threads.push_back(thread("follower", scenario.rate));
  if (cast != Cast::follower) deployment.threads.push_back(thread("leader", scenario.rate));
  return deployment;
}

runtime::Coordination session_coordination(const Scenario& scenario) {
  return runtime::coordinate(session_deployment(scenario));
}

}  // namespace tether::session
