// What a coordination net must keep to, whatever its environment does and in whatever order.
// reachability.hpp decides it over all reachable markings; promela.hpp writes it for spin.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

// Holds whenever the mediator is at rest, that is, none of its transitions is enabled: if all of
// `given` are marked, then also one of `one_of` (when there are any), and none of `none_of`.
struct Implication {
  std::vector<PlaceId> given;
  std::vector<PlaceId> one_of{};
  std::vector<PlaceId> none_of{};
};

struct RestRule {
  std::string says;  // "a failure stops the application"
  std::vector<Implication> implications;
};

struct NetRequirements {
  // no place ever holds more: a place is a flag, raised or not
  unsigned tokens = 1;
  // nothing may come to a halt unless all of these hold a token
  std::vector<PlaceId> final{};
  // each must be marked in some reachable marking
  std::vector<PlaceId> attainable{};
  // from every reachable marking, one where this place is marked can be reached; for each
  std::vector<PlaceId> always_attainable{};
  // once this place is marked, all of `final` become marked, in whatever order things happen
  std::optional<PlaceId> stopping{};
  std::vector<RestRule> rules{};
};

bool holds(const Implication& implication, const Marking& marking) noexcept;

}  // namespace tether::runtime
