#include "tether/session/replay.hpp"

#include <filesystem>

#include "session/fan_out.hpp"
#include "session/replay/comparing_sink.hpp"
#include "session/replay/recorded_side.hpp"
#include "tether/core/error.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/logs/logged_session.hpp"
#include "tether/session/logs/session_recorder.hpp"

namespace tether::session {
namespace {

// what its controllers know; where a simulated platform really is, they do not
record::OptionalTopics of_controllers(const scenario::Scenario& scenario) {
  record::OptionalTopics topics = optional_topics(scenario, signals::SideName::follower);
  topics.actual = false;
  return topics;
}

// fixtures that were no part of the scenario
std::unique_ptr<assist::FixtureForces> recorded_forces(const scenario::Scenario& scenario,
                                                       const RecordedInputs& inputs) {
  if (scenario.assist.source != scenario::AssistParams::Source::process) return nullptr;
  return std::make_unique<RecordedForces>(inputs.effect);
}

// both sides of a recorded session, and all who watch it again
class Replay {
 public:
  Replay(const LoggedSession& logged, const std::vector<record::Observer*>& observers,
         ReplayResult& result)
      : result_(result),
        setup_(follower_setup(logged.scenario)),
        chain_(leader_chain(logged.scenario)),
        sink_(result),
        leader_(signals::SideName::leader, chain_, logged.by_clock,
                leader_stages(logged.scenario, chain_, recorded_forces(logged.scenario, inputs_)),
                Changes::of_leader(logged.scenario, chain_), inputs_),
        follower_(signals::SideName::follower, setup_.chain, logged.by_clock,
                  follower_stages(logged.scenario, setup_, &inputs_.scanner),
                  Changes::of_follower(logged.scenario, setup_), inputs_),
        recorder_(sink_, logged.scenario, chain_, setup_.chain,
                  optional_topics(logged.scenario, signals::SideName::leader),
                  of_controllers(logged.scenario)),
        fan_out_(logged.scenario, logged.cast, {&recorder_}) {
    for (record::Observer* observer : observers) fan_out_.add(*observer);
  }

  void take(const record::McapMessage& message) {
    if (!sink_.tick.empty() && message.sequence != sequence_) tick();
    sequence_ = message.sequence;
    sink_.tick.push_back({message.channel->topic, message.log_time,
                          std::vector<std::byte>(message.payload.begin(), message.payload.end())});
  }

  // the last tick of a log that was cut off may lack messages
  void finish(bool truncated) {
    if (!sink_.tick.empty() && !truncated) tick();
    fan_out_.conclude(result_.run);
    result_.run.fault = leader_.latest.fault ? leader_.latest.fault : follower_.latest.fault;
    result_.run.duration = core::seconds(time_of(leader_.latest, follower_.latest));
  }

 private:
  void tick() {
    for (const Recorded& message : sink_.tick) {
      take_change(message);
      for (RecordedSide* side : {&leader_, &follower_}) {
        side->take(message);
        side->take_fault(message);
      }
    }
    leader_.tick();
    follower_.tick();
    // a side that is in no tick at all was another process
    if (!leader_.ever) leader_.latest = heard_side(follower_.latest);
    if (!follower_.ever) follower_.latest = heard_side(leader_.latest);
    const bool saw = follower_.latest.origin == signals::TickOrigin::made;
    fan_out_.observe({.leader = leader_.latest,
                      .follower = follower_.latest,
                      .scan = saw ? follower_.side.scan() : nullptr});
    sink_.finish_tick(sequence_);
  }

  void take_change(const Recorded& message) {
    if (message.topic != "/events") return;
    const auto event = record::ros2::decode_event(message.payload);
    if (event.what != record::kChangedEvent) return;
    fan_out_.note_change(event.detail);
    ++result_.changes;
  }

  ReplayResult& result_;
  scenario::FollowerSetup setup_;
  robot::Chain chain_;
  RecordedInputs inputs_;
  ComparingSink sink_;
  RecordedSide leader_, follower_;
  SessionRecorder recorder_;
  FanOut fan_out_;
  std::uint32_t sequence_ = 0;
};

void take_end(const LoggedSession& logged, RunResult& run) {
  run.end = RunEnd::stopped;  // of a log that breaks off, as far as anybody knows
  if (logged.end) {
    run.end = logged.end->end;
    run.duration = logged.end->duration;
    run.task_done = logged.end->task_done;
    run.failure = logged.end->failure;
  }
  if (run.fault) run.end = RunEnd::fault;
}

}  // namespace

ReplayResult replay(const std::string& path, const scenario::SharedExtensions& extensions,
                    const std::vector<record::Observer*>& observers) {
  if (!std::filesystem::exists(path)) throw core::InputError({path}, "no such log");
  record::McapReader log(path);
  const LoggedSession logged = logged_session(log, path, extensions);
  ReplayResult result;
  result.scenario = logged.scenario.name;
  if (logged.build != build_fingerprint()) result.recorded_by = logged.build;
  Replay again(logged, observers, result);
  record::McapMessage message;
  while (log.next(message)) again.take(message);
  result.truncated = log.truncated();
  again.finish(result.truncated);
  take_end(logged, result.run);
  return result;
}

}  // namespace tether::session
