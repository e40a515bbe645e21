// Decides the requirements of a net (net_requirements.hpp) over every marking that can be reached,
// in whatever order mediator and environment act. Markings are visited breadth first, so the trace
// to the first one that breaks a requirement is a shortest one. A net is unbounded when a marking
// covers one that led to it: Karp and Miller, J. Comp. Syst. Sci. 3(2), 1969.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tether/runtime/net_requirements.hpp"
#include "tether/runtime/petri_net.hpp"

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

StateSpace explore(const PetriNet& net, std::size_t limit = 1'000'000);

struct NetFinding {
  std::string property;  // "leader can reach running"
  bool holds = true;
  std::string remark;              // what is wrong, or a figure
  std::vector<std::string> trace;  // names of the transitions of a shortest way to the violation
};

struct NetVerdict {
  std::size_t places = 0;
  std::size_t transitions = 0;
  std::size_t markings = 0;
  bool complete = true;  // false when there are more markings than were to be visited
  std::vector<NetFinding> findings;

  bool holds() const noexcept;
};

NetVerdict verify(const PetriNet& net, const NetRequirements& requirements,
                  std::size_t limit = 1'000'000);

}  // namespace tether::runtime
