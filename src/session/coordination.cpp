#include "tether/session/coordination.hpp"

namespace tether::session {

runtime::Deployment session_deployment(const Scenario& scenario) {
  return {{{.name = "recorder", .rate = kRecorderRate, .activities = {{"recorder"}}, .sets = {}},
           {.name = "follower", .rate = scenario.rate, .activities = {{"follower"}}, .sets = {}},
           {.name = "leader", .rate = scenario.rate, .activities = {{"leader"}}, .sets = {}}}};
}

runtime::Coordination session_coordination(const Scenario& scenario) {
  return runtime::coordinate(session_deployment(scenario));
}

}  // namespace tether::session
