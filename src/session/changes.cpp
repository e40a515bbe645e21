#include "tether/session/changes.hpp"

namespace tether::session {

template <class MakeReplacement>
Changes Changes::planned(const scenario::Scenario& scenario, MakeReplacement make) {
  Changes changes;
  for (const scenario::Change& change : scenario.changes) {
    changes.planned_.push_back(
        {core::Time(core::duration_from_seconds(change.at)), make(*change.to)});
    changes.planned_.back().replacement.reset_stop = change.reset_stop;
  }
  return changes;
}

Changes Changes::of_leader(const scenario::Scenario& scenario, const robot::Chain& chain) {
  return planned(scenario,
                 [&](const scenario::Scenario& to) { return leader_replacement(to, chain); });
}

Changes Changes::of_follower(const scenario::Scenario& scenario,
                             const scenario::FollowerSetup& setup) {
  return planned(scenario,
                 [&](const scenario::Scenario& to) { return follower_replacement(to, setup); });
}

void Changes::apply(core::Time now, teleop::Side& side) noexcept {
  while (next_ < planned_.size() && planned_[next_].at <= now) {
    side.replace(planned_[next_++].replacement);
  }
}

}  // namespace tether::session
