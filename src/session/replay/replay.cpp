#include "tether/session/replay.hpp"

#include <algorithm>
#include <filesystem>

#include "session/fan_out.hpp"
#include "session/replay/comparing_sink.hpp"
#include "session/replay/recorded_side.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/logs/logged_session.hpp"
#include "tether/session/logs/session_recorder.hpp"

namespace tether::session {
namespace {

record::ChangeMade change_of(std::span<const std::byte> payload) {
  const auto message = record::ros2::decode<record::ros2::Change>(payload).body;
  record::ChangeMade change{.kind = static_cast<record::ChangeMade::Kind>(message.kind),
                            .number = message.number,
                            .text = {}};
  change.text.assign(message.text);
  return change;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// what its controllers know; where a simulated platform really is, they do not
record::OptionalTopics of_controllers(const LoggedSession& logged) {
  auto topics = optional_topics(logged.scenario, signals::SideName::follower, logged.served);
  topics.actual = false;
  return topics;
}

// fixtures that were no part of the scenario: of a process, or of somebody outside
std::unique_ptr<assist::FixtureForces> recorded_forces(const LoggedSession& logged,
                                                       const RecordedInputs& inputs) {
  const bool process = logged.scenario.assist.source == scenario::AssistParams::Source::process;
  if (!process && !(logged.served && may_have_fixtures(logged.scenario))) return nullptr;
  return std::make_unique<RecordedForces>(inputs.effect);
}

teleop::Stages follower_stages(const LoggedSession& logged, const scenario::FollowerSetup& setup,
                               RecordedInputs& inputs) {
  auto stages = session::follower_stages(logged.scenario, setup, &inputs.scanner);
  if (logged.served && may_jog(logged.scenario)) {
    stages.jogging = std::make_unique<teleop::Jogging>(setup.chain, 1 / logged.scenario.rate);
  }
  return stages;
}

// all that somebody outside changed, in its order
std::vector<record::ChangeMade> changes_of(record::McapReader& log) {
  std::vector<record::ChangeMade> changes;
  record::McapMessage message;
  while (log.next(message)) {
    if (message.channel->topic != "/changes") continue;
    changes.push_back(change_of(message.payload));
  }
  log.rewind();
  return changes;
}

// the parts that those changes put in place, made ready by `make`
template <class Make>
RecordedSide::Exchanges exchanges(const LoggedSession& logged,
                                  const std::vector<record::ChangeMade>& changes, Make make) {
  using Kind = record::ChangeMade::Kind;
  RecordedSide::Exchanges made;
  scenario::Scenario now = logged.scenario;
  for (const record::ChangeMade& change : changes) {
    if (change.kind == Kind::note) continue;
    if (change.kind == Kind::parts) now = scenario::changed(now, lines_of(change.text.view()));
    auto next = change.kind == Kind::parts ? std::make_unique<teleop::Replacement>(make(now))
                                           : std::make_unique<teleop::Replacement>();
    next->reset_stop = change.kind == Kind::reset_stop;
    next->number = change.number;
    made.push_back(std::move(next));
  }
  return made;
}

// both sides of a recorded session, and all who watch it again
class Replay {
 public:
  Replay(const LoggedSession& logged, const std::vector<record::ChangeMade>& changes,
         const std::vector<record::Observer*>& observers, ReplayResult& result)
      : result_(result),
        setup_(follower_setup(logged.scenario)),
        chain_(leader_chain(logged.scenario)),
        sink_(result),
        leader_(signals::SideName::leader, chain_, logged.by_clock,
                leader_stages(logged.scenario, chain_, recorded_forces(logged, inputs_)),
                Changes::of_leader(logged.scenario, chain_),
                exchanges(logged, changes,
                          [&](const auto& to) { return leader_replacement(to, chain_); }),
                inputs_),
        follower_(signals::SideName::follower, setup_.chain, logged.by_clock,
                  follower_stages(logged, setup_, inputs_),
                  Changes::of_follower(logged.scenario, setup_),
                  exchanges(logged, changes,
                            [&](const auto& to) { return follower_replacement(to, setup_); }),
                  inputs_),
        recorder_(sink_, logged.scenario, chain_, setup_.chain,
                  optional_topics(logged.scenario, signals::SideName::leader, logged.served),
                  of_controllers(logged)),
        fan_out_(logged.scenario, logged.local_sides, {&recorder_}) {
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
    if (!leader_.ever) leader_.latest = received_side(follower_.latest);
    if (!follower_.ever) follower_.latest = received_side(leader_.latest);
    const bool saw = follower_.latest.origin == signals::TickOrigin::made;
    fan_out_.observe({.leader = leader_.latest,
                      .follower = follower_.latest,
                      .scan = saw ? follower_.side.scan() : nullptr});
    sink_.finish_tick(sequence_);
  }

  void take_change(const Recorded& message) {
    if (message.topic != "/changes") return;
    fan_out_.note(change_of(message.payload));
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
  Replay again(logged, changes_of(log), observers, result);
  record::McapMessage message;
  while (log.next(message)) again.take(message);
  result.truncated = log.truncated();
  again.finish(result.truncated);
  take_end(logged, result.run);
  return result;
}

}  // namespace tether::session
