#include "tether/runtime/coordination/coordination.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "runtime/nets/coordination_nets.hpp"

namespace tether::runtime {

PlaceId Draft::place(const std::string& group, std::string_view what, unsigned tokens) {
  return c.net.add(Place{fmt::format("{}.{}", group, what), group, tokens});
}

TransitionId Draft::add(Actor actor, const std::string& group, std::string name,
                        std::vector<PlaceId> takes, std::vector<PlaceId> gives,
                        const std::vector<PlaceId>& looks_at) {
  for (const PlaceId place : looks_at) {
    // with one activity, the one before and the one itself are the same
    if (std::ranges::count(takes, place) > 0) continue;
    takes.push_back(place);
    gives.push_back(place);
  }
  Transition transition{std::move(name), group, actor, {}, {}};
  for (const PlaceId place : takes) transition.takes.push_back({place});
  for (const PlaceId place : gives) transition.gives.push_back({place});
  return c.net.add(std::move(transition));
}

const std::string& Draft::activity_name(std::size_t activity) const {
  const ActivityPlaces& a = c.activities[activity];
  return c.deployment.threads[a.thread].activities[a.position].name;
}

std::string Draft::thread_name(std::size_t thread) const {
  return c.deployment.threads[thread].name + " thread";
}

namespace {

// what the mediator must have seen to whenever it rests
std::vector<RestRule> rules(const Coordination& c) {
  const ApplicationPlaces& app = c.application;
  RestRule heeded{"a failure or an end of work stops the application", {}};
  RestRule halt{"nobody is commanded to run while the application stops", {}};
  RestRule run{"who is in the selected set runs while the application runs, and nobody else", {}};
  for (const ThreadPlaces& thread : c.threads)
    heeded.implications.push_back({{thread[ThreadReport::failed]}, {app.stopping}});
  for (const ActivityPlaces& a : c.activities) {
    heeded.implications.push_back({{a[Report::failed]}, {app.stopping}});
    heeded.implications.push_back({{a[Report::finished]}, {app.stopping}});
    halt.implications.push_back({{app.stopping}, {}, {a[Command::run]}});
    run.implications.push_back({{app.running, a.scheduled},
                                {a[Command::run], a[Command::pause]},
                                {a[Report::paused], a[Report::capabilities_configured]}});
    if (a.resting != a.scheduled)
      run.implications.push_back({{app.running, a.resting}, {}, {a[Command::run]}});
  }
  return {heeded, halt, run};
}

NetRequirements requirements(const Coordination& c) {
  NetRequirements wanted;
  wanted.stopping = c.application.stopping;
  for (const ActivityPlaces& a : c.activities) {
    wanted.attainable.push_back(a[LifeState::running]);
    wanted.always_attainable.push_back(a[LifeState::done]);
    wanted.final.push_back(a[LifeState::done]);
  }
  for (const ThreadPlaces& thread : c.threads) wanted.final.push_back(thread.done);
  wanted.always_attainable.push_back(c.application.done);
  wanted.final.push_back(c.application.done);
  wanted.rules = rules(c);
  return wanted;
}

}  // namespace

Coordination coordinate(const Deployment& deployment) {
  validate(deployment);
  Coordination c;
  c.deployment = deployment;
  Draft draft{c};
  const std::size_t threads = deployment.threads.size();

  add_application_places(draft);
  for (std::size_t t = 0; t < threads; ++t) add_thread_places(draft, t);

  // when several are enabled, the mediator fires the first: stops come before all else
  add_application_steps(draft);
  for (std::size_t t = 0; t < threads; ++t) add_scheduling(draft, t);
  for (std::size_t t = 0; t < threads; ++t) add_thread_steps(draft, t);
  for (std::size_t a = 0; a < c.activities.size(); ++a) add_activity_environment(draft, a);
  for (std::size_t a = 0; a < c.activities.size(); ++a) add_activity_configuration(draft, a);
  for (std::size_t a = 0; a < c.activities.size(); ++a) add_activity_serving(draft, a);
  for (std::size_t a = c.activities.size(); a-- > 0;) add_activity_cleaning(draft, a);

  c.requirements = requirements(c);
  return c;
}

}  // namespace tether::runtime
