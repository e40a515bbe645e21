// The life cycle of an activity in the net: its states, the commands it gets, the flags it raises.
#include <algorithm>

#include <fmt/format.h>

#include "runtime/nets/coordination_nets.hpp"

namespace tether::runtime {

using enum LifeState;

void add_activity_places(Draft& draft, std::size_t thread, std::size_t position) {
  const ThreadSpec& spec = draft.c.deployment.threads[thread];
  const std::string& group = spec.activities[position].name;
  ActivityPlaces a;
  a.thread = thread;
  a.position = position;
  for (std::size_t s = 0; s < kLifeStates; ++s)
    a.state[s] = draft.place(group, name(kAllLifeStates[s]), kAllLifeStates[s] == creation ? 1 : 0);
  for (std::size_t i = 1; i < kCommands; ++i)
    a.command[i] = draft.place(group, fmt::format("do_{}", name(static_cast<Command>(i))));
  for (std::size_t i = 0; i < kReports; ++i)
    a.flag[i] = draft.place(group, name(static_cast<Report>(i)));
  const bool first = spec.sets.empty() || std::ranges::count(spec.sets.front(), position) > 0;
  a.scheduled = draft.place(group, "scheduled", first ? 1 : 0);
  a.resting = spec.sets.size() < 2 ? a.scheduled : draft.place(group, "resting", first ? 0 : 1);
  draft.c.activities.push_back(std::move(a));
}

// An activity answers a command once: the command's token becomes the token of a flag.
void add_activity_environment(Draft& draft, std::size_t index) {
  ActivityPlaces& a = draft.c.activities[index];
  const std::string& who = draft.activity_name(index);
  const auto happens = [&](const char* what, Command command, Report report) {
    a.on[static_cast<std::size_t>(report)].push_back(draft.add(
        Actor::environment, who, fmt::format("{} {}", who, what), {a[command]}, {a[report]}));
  };
  happens("has its resources", Command::configure_resources, Report::resources_configured);
  happens("fails to get its resources", Command::configure_resources, Report::failed);
  happens("has its capabilities", Command::configure_capabilities, Report::capabilities_configured);
  happens("fails to build its capabilities", Command::configure_capabilities, Report::failed);
  happens("fails", Command::run, Report::failed);
  happens("finishes", Command::run, Report::finished);
  happens("is at rest", Command::pause, Report::paused);
  // said about the pass before the one that received the command to pause
  happens("fails while commanded to pause", Command::pause, Report::failed);
  happens("finishes while commanded to pause", Command::pause, Report::finished);
  happens("is clean", Command::clean, Report::cleaned);
}

// Each looks at the one before it, and the first at the last of what must come before.
void add_activity_configuration(Draft& draft, std::size_t index) {
  const std::string& who = draft.activity_name(index);
  const ActivityPlaces& a = draft.c.activities[index];
  const ActivityPlaces& last = draft.c.activities.back();
  const PlaceId deploying = draft.c.application.deploying;
  std::vector<PlaceId> resources_turn{deploying, draft.c.threads.back().running};
  std::vector<PlaceId> capabilities_turn{deploying, last[resource_configuration],
                                         last[Report::resources_configured]};
  if (index > 0) {
    const ActivityPlaces& before = draft.c.activities[index - 1];
    resources_turn = {deploying, before[resource_configuration],
                      before[Report::resources_configured]};
    capabilities_turn = {deploying, before[capability_configuration],
                         before[Report::capabilities_configured]};
  }
  draft.add(Actor::mediator, who, fmt::format("configure resources of {}", who), {a[creation]},
            {a[resource_configuration], a[Command::configure_resources]}, resources_turn);
  draft.add(Actor::mediator, who, fmt::format("configure capabilities of {}", who),
            {a[resource_configuration], a[Report::resources_configured]},
            {a[capability_configuration], a[Command::configure_capabilities]}, capabilities_turn);
}

void add_activity_serving(Draft& draft, std::size_t index) {
  const std::string& who = draft.activity_name(index);
  const ActivityPlaces& a = draft.c.activities[index];
  const ApplicationPlaces& app = draft.c.application;
  const auto step = [&](const char* format, LifeState from, PlaceId having, LifeState to,
                        Command command, const std::vector<PlaceId>& looks_at) {
    draft.add(Actor::mediator, who, fmt::format(fmt::runtime(format), who), {a[from], having},
              {a[to], a[command]}, looks_at);
  };
  const PlaceId configured = a[Report::capabilities_configured];
  const PlaceId runs = a[Command::run];
  step("run {}", capability_configuration, configured, running, Command::run,
       {app.running, a.scheduled});
  step("halt {}", running, runs, pausing, Command::pause, {app.stopping});
  // serves until all stop, so that it does not leave the others alone
  step("halt {} at the end of its work", running, a[Report::finished], pausing, Command::pause,
       {app.stopping});
  if (a.resting == a.scheduled) return;
  step("put {} to rest", running, runs, pausing, Command::pause, {app.running, a.resting});
  step("run {} again", pausing, a[Report::paused], running, Command::run,
       {app.running, a.scheduled});
}

// Who comes later in the start is cleaned first: nobody loses what he may still use.
void add_activity_cleaning(Draft& draft, std::size_t index) {
  const std::string& who = draft.activity_name(index);
  const ActivityPlaces& a = draft.c.activities[index];
  std::vector<PlaceId> turn{draft.c.application.stopping};
  if (index + 1 < draft.c.activities.size()) turn.push_back(draft.c.activities[index + 1][done]);

  draft.add(Actor::mediator, who, fmt::format("{} never began", who), {a[creation]}, {a[done]},
            turn);
  const auto clean = [&](LifeState from, Report having) {
    draft.add(Actor::mediator, who,
              fmt::format("clean {} after {}, {}", who, name(from), name(having)),
              {a[from], a[having]}, {a[cleaning], a[Command::clean]}, turn);
  };
  clean(resource_configuration, Report::resources_configured);
  clean(resource_configuration, Report::failed);
  clean(capability_configuration, Report::capabilities_configured);
  clean(capability_configuration, Report::failed);
  clean(running, Report::failed);
  clean(pausing, Report::paused);
  clean(pausing, Report::failed);
  clean(pausing, Report::finished);
  draft.add(Actor::mediator, who, fmt::format("{} is done", who), {a[cleaning], a[Report::cleaned]},
            {a[done]});
}

}  // namespace tether::runtime
