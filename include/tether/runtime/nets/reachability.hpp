// Decides the requirements of a net (net_requirements.hpp) over every marking that can be reached,
// in whatever order mediator and environment act. No marking is left out and none is merged with
// another: markings are held as sets (marking_sets.hpp), to which a transition is applied at once,
//   R := {M₀};  R := R ∪ fire(t, R) for every t, until nothing is added,
// and what speaks of ways is a fixed point over such sets. Burch et al., "Symbolic model checking:
// 10²⁰ states and beyond", Information and Computation 98(2), 1992. The trace to a marking that
// breaks a requirement is a shortest one.
//
// Nets whose places may hold more than one token are visited one marking at a time, breadth first;
// so is any net for tests. Such a net is unbounded when a marking covers one that led to it: Karp
// and Miller, J. Comp. Syst. Sci. 3(2), 1969.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tether/runtime/nets/net_requirements.hpp"
#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

// All markings that can be reached, the first one first, and the steps between them.
struct StateSpace {
  struct Step {
    TransitionId transition{};
    std::uint32_t to = 0;
  };
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::vector<Marking> markings;         // nearest first
  std::vector<std::vector<Step>> steps;  // out of each marking
  std::vector<std::uint32_t> parent;     // on a shortest way from the first; kNone for the first
  std::vector<TransitionId> arrival;     // the transition from the parent
  // when exploring had to end: a marking that covers one of its ancestors, so tokens grow for ever
  std::optional<std::uint32_t> covering;
  bool complete = true;  // false when `limit` or `covering` ended the exploration

  // transitions on the way from the first marking
  std::vector<TransitionId> way_to(std::uint32_t marking) const;
};

inline constexpr std::size_t kMaxMarkings = 1'000'000;       // visited one by one
inline constexpr std::size_t kMaxMarkingNodes = 10'000'000;  // of sets of markings; 250 MB

StateSpace explore(const PetriNet& net, std::size_t limit = kMaxMarkings);

struct NetFinding {
  std::string property;  // "leader can reach running"
  bool holds = true;
  std::string remark;              // what is wrong, or a figure
  std::vector<std::string> trace;  // names of the transitions of a shortest way to the violation
  bool open = false;               // not decided within the limit; then it does not hold either
};

struct NetVerdict {
  std::size_t places = 0;
  std::size_t transitions = 0;
  std::size_t markings = 0;  // at least so many, when not complete
  bool complete = true;      // false when they grow for ever or beyond the limit
  std::vector<NetFinding> findings;

  // every property was decided, and holds
  bool holds() const noexcept;
  // some property was not decided, and none is violated
  bool open() const noexcept;
};

NetVerdict verify(const PetriNet& net, const NetRequirements& requirements,
                  std::size_t max_nodes = kMaxMarkingNodes);
// the same verdict, one marking at a time
NetVerdict verify_one_by_one(const PetriNet& net, const NetRequirements& requirements,
                             std::size_t limit = kMaxMarkings);

}  // namespace tether::runtime
