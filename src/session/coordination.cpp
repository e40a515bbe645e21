#include "tether/session/coordination.hpp"

namespace tether::session {

runtime::Deployment session_deployment(const Scenario& scenario, Cast cast) {
  const auto thread = [](const char* called, double rate) {
    return runtime::ThreadSpec{.name = called, .rate = rate, .activities = {{called}}, .sets = {}};
  };
  runtime::Deployment deployment{{thread(kRecorderThread, kRecorderRate)}};
  if (cast != Cast::leader)
    deployment.threads.push_back(thread(name(SideName::follower), scenario.rate));
  if (cast != Cast::follower)
    deployment.threads.push_back(thread(name(SideName::leader), scenario.rate));
  return deployment;
}

runtime::Coordination session_coordination(const Scenario& scenario) {
  return runtime::coordinate(session_deployment(scenario));
}

}  // namespace tether::session
