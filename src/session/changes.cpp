#include "tether/session/changes.hpp"

namespace tether::session {

Changes Changes::of_leader(const Scenario& scenario, const robot::Chain& chain) {
  Changes changes;
  for (const Change& change : scenario.changes) {
    changes.planned_.push_back({core::Time(core::duration_from_seconds(change.at)),
                                leader_replacement(*change.to, chain)});
  }
  return changes;
}

Changes Changes::of_follower(const Scenario& scenario, const FollowerSetup& setup) {
  Changes changes;
  for (const Change& change : scenario.changes) {
    changes.planned_.push_back({core::Time(core::duration_from_seconds(change.at)),
                                follower_replacement(*change.to, setup)});
  }
  return changes;
}

void Changes::apply(core::Time now, Side& side) noexcept {
  while (next_ < planned_.size() && planned_[next_].at <= now) {
    side.replace(planned_[next_++].replacement);
  }
}

}  // namespace tether::session
