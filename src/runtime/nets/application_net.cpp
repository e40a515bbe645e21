// The application net: its stages, what people ask for, and what makes it stop.
#include <array>
#include <utility>

#include <fmt/format.h>

#include "runtime/nets/coordination_nets.hpp"

namespace tether::runtime {
namespace {

const std::string kGroup = "application";

// before it stops
std::array<std::pair<PlaceId, const char*>, 2> stages(const ApplicationPlaces& app) {
  return {{{app.deploying, "deploying"}, {app.running, "running"}}};
}

// What people ask for is between ticks only; the mediator takes it when the net allows it.
void add_requests(Draft& draft) {
  ApplicationPlaces& app = draft.c.application;
  for (const auto& [stage, word] : stages(app)) {
    app.ask_stop.push_back(draft.add(Actor::environment, kGroup,
                                     fmt::format("stop is asked while {}", word), {stage},
                                     {app.stopping}));
  }
}

// a flag that ends the application stays raised: it decides how its owner is cleaned
void add_reasons_to_stop(Draft& draft) {
  const ApplicationPlaces& app = draft.c.application;
  const auto stop = [&](PlaceId stage, std::string name, const std::vector<PlaceId>& because) {
    draft.add(Actor::mediator, kGroup, std::move(name), {stage}, {app.stopping}, because);
  };
  for (const auto& [stage, word] : stages(app)) {
    for (std::size_t a = 0; a < draft.c.activities.size(); ++a) {
      const ActivityPlaces& activity = draft.c.activities[a];
      const std::string& who = draft.activity_name(a);
      stop(stage, fmt::format("stop while {}, {} failed", word, who), {activity[Report::failed]});
      // nobody has run before all are configured
      if (stage == app.deploying) continue;
      stop(stage, fmt::format("stop while {}, {} finished", word, who),
           {activity[Report::finished]});
    }
  }
  for (std::size_t t = 0; t < draft.c.threads.size(); ++t)
    stop(app.deploying, fmt::format("stop while deploying, no {}", draft.thread_name(t)),
         {draft.c.threads[t][ThreadReport::failed]});
}

}  // namespace

void add_application_places(Draft& draft) {
  ApplicationPlaces& app = draft.c.application;
  app.deploying = draft.place(kGroup, "deploying", 1);
  app.running = draft.place(kGroup, "running");
  app.stopping = draft.place(kGroup, "stopping");
  app.done = draft.place(kGroup, "done");
}

void add_application_steps(Draft& draft) {
  add_requests(draft);
  add_reasons_to_stop(draft);

  const ApplicationPlaces& app = draft.c.application;
  const ActivityPlaces& last = draft.c.activities.back();
  // activities are configured in order, so the last one speaks for all
  draft.add(Actor::mediator, kGroup, "all are configured", {app.deploying}, {app.running},
            {last[LifeState::capability_configuration], last[Report::capabilities_configured]});
  std::vector<PlaceId> ended;
  for (const ThreadPlaces& thread : draft.c.threads) ended.push_back(thread.done);
  draft.add(Actor::mediator, kGroup, "all threads have ended", {app.stopping}, {app.done}, ended);
}

}  // namespace tether::runtime
