#include <algorithm>
#include <unordered_map>

#include "tether/runtime/nets/reachability.hpp"

namespace tether::runtime {
namespace {

struct MarkingHash {
  std::size_t operator()(const Marking& marking) const noexcept { return marking.hash(); }
};

// no two markings on a way are equal, so one that covers another has more somewhere
bool covers_an_ancestor(const StateSpace& space, std::uint32_t marking) {
  for (std::uint32_t before = space.parent[marking]; before != StateSpace::kNone;
       before = space.parent[before])
    if (space.markings[marking].covers(space.markings[before])) return true;
  return false;
}

}  // namespace

std::vector<TransitionId> StateSpace::way_to(std::uint32_t marking) const {
  std::vector<TransitionId> way;
  for (std::uint32_t at = marking; parent[at] != kNone; at = parent[at]) way.push_back(arrival[at]);
  std::reverse(way.begin(), way.end());
  return way;
}

StateSpace explore(const PetriNet& net, std::size_t limit) {
  StateSpace space;
  std::unordered_map<Marking, std::uint32_t, MarkingHash> known;
  const auto enter = [&](const Marking& marking, std::uint32_t from, TransitionId by) {
    const auto [entry, fresh] =
        known.try_emplace(marking, static_cast<std::uint32_t>(space.markings.size()));
    if (fresh) {
      space.markings.push_back(marking);
      space.steps.emplace_back();
      space.parent.push_back(from);
      space.arrival.push_back(by);
      if (covers_an_ancestor(space, entry->second)) space.covering = entry->second;
    }
    return entry->second;
  };

  enter(net.initial(), StateSpace::kNone, TransitionId{});
  for (std::uint32_t at = 0; at < space.markings.size(); ++at) {
    for (std::size_t i = 0; i < net.transitions().size(); ++i) {
      const auto id = static_cast<TransitionId>(i);
      Marking next = space.markings[at];
      if (!net.fire(next, id)) continue;
      const std::uint32_t to = enter(next, at, id);
      space.steps[at].push_back({id, to});
      if (space.covering || space.markings.size() > limit) {
        space.complete = false;
        return space;
      }
    }
  }
  return space;
}

}  // namespace tether::runtime
