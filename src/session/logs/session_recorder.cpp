#include "tether/session/logs/session_recorder.hpp"

#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/session_traits.hpp"

namespace tether::session {

record::OptionalTopics optional_topics(const scenario::Scenario& scenario, signals::SideName side,
                                       bool served) {
  const bool fixtures = scenario.assist.present() || (served && may_have_fixtures(scenario));
  return {.guard = scenario::is_guarded(scenario, side),
          .assist = side == signals::SideName::leader && fixtures,
          .drive = scenario::has_scanner(scenario),
          .actual = side == signals::SideName::follower && scenario::has_course(scenario),
          .commands = served};
}

SessionRecorder::SessionRecorder(record::MessageSink& sink, const scenario::Scenario& scenario,
                                 const robot::Chain& leader, const robot::Chain& follower,
                                 record::OptionalTopics of_leader,
                                 record::OptionalTopics of_follower)
    : sink_(sink),
      leader_(sink, signals::SideName::leader, leader, of_leader),
      follower_(sink, signals::SideName::follower, follower, of_follower),
      link_(sink, scenario.rate),
      events_(sink) {
  if (has_scanner(scenario)) scans_.emplace(sink);
  if (of_leader.commands) changes_.emplace(sink);
}

void SessionRecorder::add_scene(signals::SideName side, std::span<const std::string> coordinates) {
  (side == signals::SideName::leader ? leader_scene_ : follower_scene_)
      .emplace(sink_, side, coordinates);
}

void SessionRecorder::observe(const record::Observation& seen) noexcept {
  if (leader_scene_ && seen.leader_scene != nullptr) leader_scene_->record(*seen.leader_scene);
  if (follower_scene_ && seen.follower_scene != nullptr) {
    follower_scene_->record(*seen.follower_scene);
  }
  leader_.record(seen.leader, seen.follower);
  follower_.record(seen.follower, seen.leader);
  if (scans_ && seen.scan != nullptr) scans_->record(*seen.scan, seen.follower);
  const std::uint64_t index = index_of(seen.leader, seen.follower);
  if (changes_) {
    for (const record::ChangeMade& change : seen.changes) {
      changes_->record(index, time_of(seen.leader, seen.follower), change);
    }
  }
  link_.record(seen.leader, seen.follower);
  for (const record::Event& event : seen.events) {
    events_.record(index, event);
  }
}

}  // namespace tether::session
