// The scheduling net of a thread: which set of its activities is selected. A switch moves the marks
// `scheduled` and `resting` of the activities in which the two sets differ, all at once.
#include <algorithm>

#include <fmt/format.h>

#include "runtime/nets/coordination_nets.hpp"

namespace tether::runtime {
namespace {

TransitionId add_switch(Draft& draft, std::size_t index, std::size_t from, std::size_t to,
                        const std::string& group) {
  const auto& sets = draft.c.deployment.threads[index].sets;
  const ThreadPlaces& thread = draft.c.threads[index];
  std::vector<PlaceId> takes{thread.set[from]}, gives{thread.set[to]};
  for (std::size_t i = 0; i < thread.activities.size(); ++i) {
    const ActivityPlaces& a = draft.c.activities[thread.activities[i]];
    const bool before = std::ranges::count(sets[from], i) > 0;
    const bool after = std::ranges::count(sets[to], i) > 0;
    if (before == after) continue;
    takes.push_back(before ? a.scheduled : a.resting);
    gives.push_back(before ? a.resting : a.scheduled);
  }
  return draft.add(Actor::environment, group,
                   fmt::format("{}: set {} is asked for instead of {}", group, to, from),
                   std::move(takes), std::move(gives), {draft.c.application.running});
}

}  // namespace

void add_scheduling(Draft& draft, std::size_t index) {
  const std::size_t sets = draft.c.deployment.threads[index].sets.size();
  if (sets < 2) return;
  ThreadPlaces& thread = draft.c.threads[index];
  const std::string group = draft.c.deployment.threads[index].name + " scheduler";
  for (std::size_t k = 0; k < sets; ++k)
    thread.set.push_back(draft.place(group, fmt::format("set_{}", k), k == 0 ? 1 : 0));
  for (std::size_t to = 0; to < sets; ++to) {
    thread.ask_for_set.emplace_back();
    for (std::size_t from = 0; from < sets; ++from)
      if (from != to) thread.ask_for_set[to].push_back(add_switch(draft, index, from, to, group));
  }
}

}  // namespace tether::runtime
