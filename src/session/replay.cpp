#include "tether/session/replay.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/record/recorder.hpp"
#include "tether/record/ros2/message_difference.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/changes.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {
namespace {

// tells what the log says the device told
class RecordedDevice final : public device::Device {
 public:
  RecordedDevice(const robot::Chain& chain, bool keeps_wall_time)
      : chain_(chain), keeps_wall_time_(keeps_wall_time) {
    state.position = state.applied = robot::JointVector::Zero(chain.joint_count);
  }
  const robot::Chain& chain() const noexcept override { return chain_; }
  bool keeps_wall_time() const noexcept override { return keeps_wall_time_; }
  signals::DeviceState read(core::Time) noexcept override { return state; }
  void command(core::Time, const device::JointEfforts&) noexcept override {}

  signals::DeviceState state;

 private:
  robot::Chain chain_;
  bool keeps_wall_time_;
};

// hears what the log says the side heard
class RecordedEndpoint final : public link::Endpoint {
 public:
  void send(core::Time, const signals::Sample&) noexcept override {}
  signals::Received receive(core::Time) noexcept override { return received; }

  signals::Received received;
};

struct Recorded {
  std::string topic;
  core::Time time;
  std::vector<std::byte> payload;
  bool produced = false;  // the replay made it too
};

// what a simulated world was really like is no concern of a controller
bool for_watchers(std::string_view topic) noexcept {
  return topic == "/follower/actual_cp" || topic.ends_with("/scene");
}

// holds the recorded messages of one tick against those that are made now
class ComparingSink final : public record::MessageSink {
 public:
  explicit ComparingSink(ReplayResult& result) : result_(result) {}

  int add_topic(std::string_view topic, record::ros2::MessageType type) override {
    topics_.push_back({std::string(topic), type});
    return static_cast<int>(topics_.size()) - 1;
  }

  void append(int topic, std::uint32_t sequence, core::Time time,
              std::span<const std::byte> payload) noexcept override {
    const Topic& t = topics_[static_cast<std::size_t>(topic)];
    ++result_.messages;
    const auto recorded = std::find_if(tick.begin(), tick.end(), [&](const Recorded& r) {
      return !r.produced && r.topic == t.name;
    });
    if (recorded == tick.end()) {
      differs(sequence, time, t.name, "not in the log");
      return;
    }
    recorded->produced = true;
    if (!std::equal(payload.begin(), payload.end(), recorded->payload.begin(),
                    recorded->payload.end())) {
      differs(sequence, time, t.name, record::first_difference(t.type, recorded->payload, payload));
    }
  }

  // what the log has and the replay did not make
  void finish_tick(std::uint32_t sequence) {
    for (const Recorded& r : tick) {
      if (for_watchers(r.topic)) continue;
      if (!r.produced) differs(sequence, r.time, r.topic, "in the log, but not made now");
    }
  }

  std::vector<Recorded> tick;

 private:
  struct Topic {
    std::string name;
    record::ros2::MessageType type;
  };

  void differs(std::uint32_t sequence, core::Time time, const std::string& topic,
               std::string detail) {
    ++result_.differences;
    if (!result_.first) result_.first = {sequence, time, topic, std::move(detail)};
  }

  ReplayResult& result_;
  std::vector<Topic> topics_;
};

// what the fixtures of a process of their own did
class RecordedForces final : public assist::FixtureForces {
 public:
  explicit RecordedForces(const assist::FixtureEffect& effect) : effect_(effect) {}
  assist::FixtureEffect at(core::Time /*now*/, const spatial::Pose& /*tool*/,
                           const spatial::Twist& /*twist*/) noexcept override {
    return effect_;
  }

 private:
  const assist::FixtureEffect& effect_;
};

// what a scanner saw
class RecordedScanner final : public device::Scanner {
 public:
  void take(const record::ros2::Stamped<record::ros2::LaserScan>& message) noexcept {
    scan_ = record::ros2::from_message(message);
    // angles are logged in single precision; those of the scanner that we know are exact
    const assist::RangeScan known;
    if (static_cast<float>(scan_.angle_step) == static_cast<float>(known.angle_step)) {
      scan_.first_angle = known.first_angle;
      scan_.angle_step = known.angle_step;
    }
    fresh_ = true;
  }
  bool read(core::Time /*now*/, assist::RangeScan& scan) noexcept override {
    if (!fresh_) return false;
    scan = scan_;
    fresh_ = false;
    return true;
  }

 private:
  assist::RangeScan scan_;
  bool fresh_ = false;
};

// what came from outside of a side besides its device and its link
struct RecordedInputs {
  assist::FixtureEffect effect;
  RecordedScanner scanner;
};

// one side with its recorded inputs
struct RecordedSide {
  RecordedSide(signals::SideName side_name, const robot::Chain& chain, bool keeps_wall_time,
               teleop::Stages stages, Changes planned, record::MessageSink& sink,
               record::OptionalTopics optional, RecordedInputs& recorded)
      : name(side_name),
        device(chain, keeps_wall_time),
        inputs(recorded),
        side(side_name, device, endpoint, std::move(stages)),
        changes(std::move(planned)),
        recorder(sink, side_name, chain, optional) {}

  // sets the inputs from one recorded message, if it is one of this side's
  void take(const Recorded& message) {
    const std::string prefix = std::string("/") + signals::name(name) + "/";
    if (!message.topic.starts_with(prefix)) return;
    const auto topic = std::string_view(message.topic).substr(prefix.size());
    if (topic == "measured_js") {
      const auto m = record::ros2::decode<record::ros2::JointState>(message.payload).body;
      if (m.position.size() != static_cast<std::size_t>(device.chain().joint_count) ||
          m.effort.size() != m.position.size()) {
        throw core::InputError(fmt::format("{} has {} joints in the log, {} now",
                                           device.chain().name, m.position.size(),
                                           device.chain().joint_count));
      }
      made = true;
      now = message.time;
      std::copy(m.position.begin(), m.position.end(), device.state.position.data());
      std::copy(m.effort.begin(), m.effort.end(), device.state.applied.data());
    } else if (topic == "measured_cf") {
      device.state.external_at_tool = record::ros2::decode<spatial::Wrench>(message.payload).body;
    } else if (topic == "engagement") {
      const auto m = record::ros2::decode<record::ros2::EngagementState>(message.payload).body;
      device.state.clutch = m.clutch;
      device.state.hand_felt = m.hand_felt;
      device.state.stop_pressed = m.stop_pressed;
      duty = m.resting ? teleop::Duty::rest : teleop::Duty::work;
    } else if (topic == "assist") {
      inputs.effect = record::ros2::decode<record::ros2::AssistState>(message.payload).body.effect;
    } else if (topic == "scan") {
      inputs.scanner.take(record::ros2::decode<record::ros2::LaserScan>(message.payload));
    } else if (topic == "received") {
      endpoint.received = record::ros2::decode<signals::Received>(message.payload).body;
    }
  }

  // a device that failed says so in the events
  void take_fault(const Recorded& message) {
    if (message.topic != "/events") return;
    const auto event = record::ros2::decode_event(message.payload);
    const std::string stage = std::string(signals::name(name)) + " device";
    for (const auto kind : {core::FaultKind::device, core::FaultKind::physics}) {
      if (event.what == fmt::format("fault_{}", core::name(kind)) &&
          event.detail.starts_with(stage)) {
        device.state.fault = {.kind = kind};
      }
    }
  }

  // the tick that the log has of this side; without one its last one stands
  void tick() noexcept {
    if (!made) {
      latest = repeated(latest);
      return;
    }
    changes.apply(now, side);
    latest = side.tick(now, duty);
    made = false;
    ever = true;
  }

  bool made = false;  // there is a tick at this time
  bool ever = false;
  core::Time now;
  signals::Tick latest;

  signals::SideName name;
  teleop::Duty duty = teleop::Duty::work;
  RecordedDevice device;
  RecordedEndpoint endpoint;
  RecordedInputs& inputs;
  teleop::Side side;
  Changes changes;
  record::SideRecorder recorder;
};

record::OptionalTopics told_by_controllers(const scenario::Scenario& scenario) {
  record::OptionalTopics topics = optional_topics(scenario, signals::SideName::follower);
  topics.actual = false;
  return topics;
}

scenario::Scenario scenario_of(const record::McapReader& log, const std::string& path) {
  const auto& attachments = log.attachments();
  const auto scenario = std::find_if(attachments.begin(), attachments.end(),
                                     [](const auto& a) { return a.name == kScenarioAttachment; });
  if (scenario == attachments.end()) {
    throw core::InputError({path}, "no scenario in this log; it was not written by tether");
  }
  std::string text(scenario->data.size(), '\0');
  std::transform(scenario->data.begin(), scenario->data.end(), text.begin(),
                 [](std::byte b) { return static_cast<char>(b); });
  return scenario::parse_scenario(text, path + "#" + kScenarioAttachment);
}

std::string metadata(const record::McapReader& log, const std::string& key) {
  for (const auto& record : log.metadata()) {
    if (record.name != kSessionMetadata) continue;
    for (const auto& [k, v] : record.values) {
      if (k == key) return v;
    }
  }
  return {};
}

}  // namespace

ReplayResult replay(const std::string& path) {
  if (!std::filesystem::exists(path)) throw core::InputError({path}, "no such log");
  record::McapReader log(path);
  if (metadata(log, "kind") == "excerpt") {
    throw core::InputError({path},
                           "the last second before a fault cannot be replayed, as it does "
                           "not begin at the beginning; replay log.mcap beside it");
  }
  const scenario::Scenario scenario = scenario_of(log, path);
  ReplayResult result;
  result.scenario = metadata(log, "scenario");
  if (const auto build = metadata(log, "build"); build != build_fingerprint()) {
    result.recorded_by = build;
  }

  const scenario::FollowerSetup setup = follower_setup(scenario);
  const robot::Chain chain = leader_chain(scenario);
  // logs that do not say are of times when the simulated world stood still for a late tick
  const bool by_clock = metadata(log, "physics") == name(scenario::Physics::clock);
  ComparingSink sink(result);
  RecordedInputs inputs;
  std::unique_ptr<assist::FixtureForces> fixtures;
  if (scenario.assist.source == scenario::AssistParams::Source::process) {
    fixtures = std::make_unique<RecordedForces>(inputs.effect);
  }
  RecordedSide leader(signals::SideName::leader, chain, by_clock,
                      leader_stages(scenario, chain, std::move(fixtures)),
                      Changes::of_leader(scenario, chain), sink,
                      optional_topics(scenario, signals::SideName::leader), inputs);
  RecordedSide follower(signals::SideName::follower, setup.chain, by_clock,
                        follower_stages(scenario, setup, &inputs.scanner),
                        Changes::of_follower(scenario, setup), sink, told_by_controllers(scenario),
                        inputs);
  std::optional<record::ScanRecorder> scan_recorder;
  if (has_scanner(scenario)) scan_recorder.emplace(sink);
  record::LinkRecorder link_recorder(sink, scenario.rate);
  record::EventRecorder event_recorder(sink);
  // one side alone does not know of phases
  const bool whole = metadata(log, "sides") == name(signals::Cast::both);
  record::EventLog events(whole ? scenario.phases : std::vector<scenario::Phase>{});

  const auto replay_tick = [&](std::uint32_t sequence) {
    for (const Recorded& message : sink.tick) {
      if (message.topic == "/events") {
        const auto event = record::ros2::decode_event(message.payload);
        if (event.what == record::kChangedEvent) {
          events.note(record::kChangedEvent, event.detail);
          ++result.changes;
        }
      }
      for (RecordedSide* side : {&leader, &follower}) {
        side->take(message);
        side->take_fault(message);
      }
    }
    leader.tick();
    follower.tick();
    // a side that is in no tick at all was another process
    if (!leader.ever) leader.latest = heard_side(follower.latest);
    if (!follower.ever) follower.latest = heard_side(leader.latest);
    leader.recorder.record(leader.latest, follower.latest);
    follower.recorder.record(follower.latest, leader.latest);
    if (scan_recorder && follower.side.scan() != nullptr &&
        follower.latest.origin == signals::TickOrigin::made) {
      scan_recorder->record(*follower.side.scan(), follower.latest);
    }
    link_recorder.record(leader.latest, follower.latest);
    for (const record::Event& event : events.watch(leader.latest, follower.latest)) {
      event_recorder.record(sequence, event);
    }
    sink.finish_tick(sequence);
    sink.tick.clear();
    ++result.ticks;
  };

  record::McapMessage message;
  std::uint32_t sequence = 0;
  while (log.next(message)) {
    if (!sink.tick.empty() && message.sequence != sequence) replay_tick(sequence);
    sequence = message.sequence;
    sink.tick.push_back({message.channel->topic, message.log_time,
                         std::vector<std::byte>(message.payload.begin(), message.payload.end())});
  }
  // the last tick of a log that was cut off may lack messages
  result.truncated = log.truncated();
  if (!sink.tick.empty() && !result.truncated) replay_tick(sequence);
  return result;
}

}  // namespace tether::session
