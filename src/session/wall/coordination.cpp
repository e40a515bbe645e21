#include "tether/session/wall/coordination.hpp"

#include "session/wall/drive_activities.hpp"
#include "tether/scenario/session_traits.hpp"

namespace tether::session {
namespace {

// the side is the last activity of its thread
runtime::ThreadSpec with_a_side(runtime::ThreadSpec thread) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < thread.activities.size(); ++i) all.push_back(i);
  thread.sets = {all, {all.begin(), all.end() - 1}};
  return thread;
}

// the wheels are there before anything asks them to move; who sees starts before who drives
runtime::Deployment drive_deployment(const scenario::Scenario& scenario,
                                     signals::LocalSides sides) {
  const auto thread = [](const char* called, double rate, auto... activities) {
    return runtime::ThreadSpec{
        .name = called, .rate = rate, .activities = {{activities}...}, .sets = {}};
  };
  runtime::Deployment deployment{{thread(kRecorderThread, kRecorderRate, kRecorderThread)}};
  if (sides != signals::LocalSides::leader) {
    deployment.threads.push_back(thread(kLidarThread, lidar_rate(scenario), "lidar"));
    deployment.threads.push_back(
        with_a_side(thread(kWheelsThread, scenario.rate, "field_bus", kPlatformController)));
    deployment.threads.push_back(thread(kWatchdogThread, kWatchdogRate, "bus_watchdog"));
  }
  if (sides != signals::LocalSides::follower) {
    deployment.threads.push_back(with_a_side(
        thread(kHapticsThread, scenario.rate, scenario.leader.device, kHapticController)));
  }
  return deployment;
}

}  // namespace

runtime::Deployment session_deployment(const scenario::Scenario& scenario,
                                       signals::LocalSides sides) {
  if (has_device_activities(scenario)) return drive_deployment(scenario, sides);
  const auto thread = [](const char* called, double rate) {
    return runtime::ThreadSpec{.name = called, .rate = rate, .activities = {{called}}, .sets = {}};
  };
  runtime::Deployment deployment{{thread(kRecorderThread, kRecorderRate)}};
  if (sides != signals::LocalSides::leader)
    deployment.threads.push_back(
        with_a_side(thread(name(signals::SideName::follower), scenario.rate)));
  if (sides != signals::LocalSides::follower)
    deployment.threads.push_back(
        with_a_side(thread(name(signals::SideName::leader), scenario.rate)));
  return deployment;
}

runtime::Coordination session_coordination(const scenario::Scenario& scenario) {
  return runtime::coordinate(session_deployment(scenario));
}

}  // namespace tether::session
