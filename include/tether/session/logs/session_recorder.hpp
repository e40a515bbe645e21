// All messages of a session: the recorders of both sides, of scans, pictures, link and events, on
// one sink. A log file is such a sink, and so is the comparison that a replay makes.
#pragma once

#include <optional>

#include "tether/record/observer.hpp"
#include "tether/record/recorder.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::session {

// what of a side is recorded besides what every side has
// served: somebody outside may lead and change the session
record::OptionalTopics optional_topics(const scenario::Scenario& scenario, signals::SideName side,
                                       bool served = false);

class SessionRecorder final : public record::Observer {
 public:
  SessionRecorder(record::MessageSink& sink, const scenario::Scenario& scenario,
                  const robot::Chain& leader, const robot::Chain& follower,
                  record::OptionalTopics of_leader, record::OptionalTopics of_follower);

  // pictures too, of worlds in which more moves than the robot: a name for each coordinate
  void add_scene(signals::SideName side, std::span<const std::string> coordinates);

  void observe(const record::Observation& seen) noexcept override;

 private:
  record::MessageSink& sink_;
  record::SideRecorder leader_, follower_;
  std::optional<record::ScanRecorder> scans_;
  std::optional<record::SceneRecorder> leader_scene_, follower_scene_;
  std::optional<record::ChangeRecorder> changes_;  // of somebody outside
  record::LinkRecorder link_;
  record::EventRecorder events_;
};

}  // namespace tether::session
