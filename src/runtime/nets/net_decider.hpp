// What must be decided about a net (net_requirements.hpp), apart from how: over markings that are
// held one by one, or over sets of them. Each question is answered by the nearest marking that
// breaks the requirement, or by nothing when it holds.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tether/runtime/nets/net_requirements.hpp"
#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

// a shortest way to a marking that breaks a requirement
struct Breach {
  std::vector<TransitionId> way;
  std::string remark{};  // what is wrong there, when the question has more than one answer
};

class NetDecider {
 public:
  virtual ~NetDecider() = default;

  virtual std::size_t markings() const = 0;  // at least so many, when not all are known
  // what follows the first question speaks of all markings
  virtual bool all_are_known() const = 0;

  // all that follow may throw TooManyNodes: the question stays open
  virtual std::optional<Breach> too_many_tokens() = 0;
  virtual std::optional<Breach> early_halt() = 0;
  virtual bool reaches(PlaceId place) = 0;
  // a marking from which the place can never be marked
  virtual std::optional<Breach> cut_off_from(PlaceId place) = 0;
  // a marking after `stopping` from which not all ways lead to the end
  virtual std::optional<Breach> endless_stop() = 0;
  // a marking from which the mediator can go on for ever
  virtual std::optional<Breach> restless_mediator() = 0;
  virtual std::optional<Breach> broken(const RestRule& rule) = 0;
};

// at most `limit` markings, each with its steps; any net
std::unique_ptr<NetDecider> decide_one_by_one(const PetriNet& net, const NetRequirements& wanted,
                                              std::size_t limit);
// at most `max_nodes` nodes of decision diagrams (marking_sets.hpp); safe nets only
std::unique_ptr<NetDecider> decide_by_sets(const PetriNet& net, const NetRequirements& wanted,
                                           std::size_t max_nodes);
// whether it can be asked by sets: no arc weighs more than one token, no place starts with more,
// and none may ever hold more
bool can_be_safe(const PetriNet& net, const NetRequirements& wanted);

}  // namespace tether::runtime
