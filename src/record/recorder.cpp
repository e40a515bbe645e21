#include "tether/record/recorder.hpp"

#include <algorithm>
#include <vector>

namespace tether::record {
namespace {

constexpr double kLinkRate = 10;  // of /link [Hz]

std::vector<std::string> joint_names(const robot::Chain& chain) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(chain.joint_count));
  for (int i = 0; i < chain.joint_count; ++i) {
    names.push_back(chain.joints[static_cast<std::size_t>(i)].name);
  }
  return names;
}

std::string frame(signals::SideName side) { return std::string(name(side)) + "_base"; }

std::span<const double> values(const robot::JointVector& v) noexcept {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

ros2::LaserScan longest_scan() {
  ros2::LaserScan scan;
  scan.ranges.count = assist::kMaxBeams;
  return scan;
}

// what is wanted is sent by the leader and carried out by the follower
ros2::DriveState drive_state(const signals::Tick& t) noexcept {
  const bool leads = t.coupling.velocity.size() == 0;
  const spatial::Twist& wanted =
      leads ? t.coupling.send.twist : signals::unpack(t.received.sample).signals.twist;
  return {.obstruction = t.drive.obstruction,
          .felt = t.drive.felt,
          .forward = wanted.linear.x(),
          .turn = wanted.angular.z(),
          .scan_age = t.drive.scan_age,
          .braking = static_cast<std::uint8_t>(t.drive.blind)};
}

// as much room as any needs
signals::CommandsTick largest_commands() {
  signals::CommandsTick commands;
  commands.jog.velocity.joints = commands.jog.target = robot::JointVector::Zero(robot::kMaxJoints);
  return commands;
}

}  // namespace

int LogSink::add_topic(std::string_view topic, ros2::MessageType type) {
  return static_cast<int>(ros2::add_channel(log_, topic, type));
}

void LogSink::append(int topic, std::uint32_t sequence, core::Time time,
                     std::span<const std::byte> payload) noexcept {
  log_.append(static_cast<McapChannelId>(topic), sequence, time, payload);
}

SideRecorder::SideRecorder(MessageSink& sink, signals::SideName side, const robot::Chain& chain,
                           OptionalTopics optional)
    : sink_(sink),
      joint_state_(frame(side), joint_names(chain), true, true, true),
      joint_effort_(frame(side), joint_names(chain), false, false, true),
      pose_(frame(side)),
      wrench_(frame(side)),
      link_sample_(frame(side)),
      engagement_(frame(side)),
      energy_(frame(side)),
      outside_(frame(side)),
      guard_(frame(side)),
      assist_(frame(side)),
      drive_(frame(side)),
      commands_(frame(side), largest_commands()),
      motion_(frame(side)),
      optional_(optional) {
  using ros2::MessageType;
  const std::string prefix = std::string("/") + name(side) + "/";
  topics_[measured_js] = sink.add_topic(prefix + "measured_js", MessageType::joint_state);
  topics_[servo_jf] = sink.add_topic(prefix + "servo_jf", MessageType::joint_state);
  topics_[measured_cp] = sink.add_topic(prefix + "measured_cp", MessageType::pose_stamped);
  topics_[servo_cf] = sink.add_topic(prefix + "servo_cf", MessageType::wrench_stamped);
  topics_[measured_cf] = sink.add_topic(prefix + "measured_cf", MessageType::wrench_stamped);
  topics_[received] = sink.add_topic(prefix + "received", MessageType::link_sample);
  topics_[engagement] = sink.add_topic(prefix + "engagement", MessageType::engagement);
  topics_[energy] = sink.add_topic(prefix + "energy", MessageType::energy);
  topics_[outside] = sink.add_topic(prefix + "outside", MessageType::outside);
  if (optional_.guard) topics_[guard] = sink.add_topic(prefix + "guard", MessageType::guard);
  if (optional_.assist) topics_[assist] = sink.add_topic(prefix + "assist", MessageType::assist);
  if (optional_.drive) topics_[drive] = sink.add_topic(prefix + "drive", MessageType::drive);
  if (optional_.commands)
    topics_[commands] = sink.add_topic(prefix + "orders", MessageType::commands);
  if (optional_.commands && optional_.assist) {
    topics_[fixture_motion] =
        sink.add_topic(prefix + "fixture_motion", MessageType::fixture_motion);
  }
  if (optional_.actual) {
    topics_[actual_cp] = sink.add_topic(prefix + "actual_cp", MessageType::pose_stamped);
  }
}

void SideRecorder::record(const signals::Tick& t, const signals::Tick& other) noexcept {
  if (t.origin != signals::TickOrigin::made) return;
  const auto write = [&](Topic topic, std::span<const std::byte> payload) {
    sink_.append(topics_[topic], static_cast<std::uint32_t>(t.index), t.time, payload);
  };
  // stamped with the moment of the measurement: what was not measured anew has that of before
  write(measured_js, joint_state_.encode(t.measured.stamp, values(t.measured.position),
                                         values(t.velocity), values(t.measured.applied)));
  write(servo_jf, joint_effort_.encode(t.time, {}, {}, values(t.effort)));
  write(measured_cp, pose_.encode(t.time, ros2::to_message(t.tool)));
  const spatial::Wrench& asked = t.coupling.wrench;
  write(servo_cf, wrench_.encode(t.time, {asked.torque_at(t.tool.position), asked.force}));
  write(measured_cf, wrench_.encode(t.time, t.measured.external_at_tool));
  if (t.received.valid || t.received.epoch > 0)
    write(received, link_sample_.encode(t.time, t.received));
  const ros2::EngagementState state{static_cast<std::uint8_t>(t.engagement), t.measured.clutch,
                                    t.resting, t.measured.operator_present,
                                    t.measured.stop_pressed};
  if (state != engaged_) write(engagement, engagement_.encode(t.time, state));
  engaged_ = state;
  write(energy, energy_.encode(t.time, {.tank = t.energy.tank,
                                        .reserve = t.energy.reserve,
                                        .exchanged = t.energy.exchanged,
                                        .received = t.energy.received,
                                        .sent = t.energy.sent,
                                        .in_flight = other.energy.sent - t.energy.received,
                                        .tlc_force = t.energy.tlc_force,
                                        .held_back = t.energy.held_back,
                                        .kinetic = t.kinetic,
                                        .potential = t.coupling.potential}));
  write(outside, outside_.encode(t.time, t.outside));
  if (optional_.guard) write(guard, guard_.encode(t.time, {t.bounds, t.guard}));
  if (optional_.commands &&
      (t.commands.change != commanded_.change || t.commands.jog.number != commanded_.jog.number)) {
    write(commands, commands_.encode(t.time, t.commands));
    commanded_ = t.commands;
  }
  if (optional_.drive) write(drive, drive_.encode(t.time, drive_state(t)));
  if (optional_.actual && t.measured.actual) {
    write(actual_cp, pose_.encode(t.time, ros2::to_message(*t.measured.actual)));
  }
  if (!optional_.assist) return;
  const spatial::Wrench& felt = t.assist.wrench;
  write(assist, assist_.encode(t.time, {.at_leader = {felt.torque_at(t.tool.position), felt.force},
                                        .potential = t.assist.potential,
                                        .energy = t.assist_energy,
                                        .effect = t.assist.fixtures}));
  if (optional_.commands && t.assist.fixtures.motion != let_through_) {
    let_through_ = t.assist.fixtures.motion;
    write(fixture_motion,
          motion_.encode(t.time, {let_through_.col(0), let_through_.col(1), let_through_.col(2)}));
  }
}

SceneRecorder::SceneRecorder(MessageSink& sink, signals::SideName side,
                             std::span<const std::string> coordinates)
    : sink_(sink),
      topic_(
          sink.add_topic(std::string("/") + name(side) + "/scene", ros2::MessageType::joint_state)),
      count_(coordinates.size()),
      encoder_("world", coordinates, true, false, false) {}

void SceneRecorder::record(const signals::SceneState& scene) noexcept {
  if (scene.time < next_ || scene.coordinates != count_) return;
  next_ = scene.time + signals::kScenePeriod;
  std::array<double, signals::SceneState::kMaxCoordinates> q{};
  std::copy_n(scene.q.begin(), count_, q.begin());
  sink_.append(topic_, static_cast<std::uint32_t>(scene.tick), scene.time,
               encoder_.encode(scene.time, std::span(q).first(count_), {}, {}));
}

ScanRecorder::ScanRecorder(MessageSink& sink)
    : sink_(sink),
      topic_(sink.add_topic("/follower/scan", ros2::MessageType::laser_scan)),
      encoder_("scanner", longest_scan()) {}

void ScanRecorder::record(const assist::RangeScan& scan, const signals::Tick& follower) noexcept {
  sink_.append(topic_, static_cast<std::uint32_t>(follower.index), follower.time,
               encoder_.encode(scan.time, ros2::to_message(scan)));
}

LinkRecorder::LinkRecorder(MessageSink& sink, double rate)
    : sink_(sink),
      topic_(sink.add_topic("/link", ros2::MessageType::link_stats)),
      every_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(rate / kLinkRate))),
      encoder_("session") {}

void LinkRecorder::record(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  const ros2::LinkCounts& counts = watch_.watch(leader, follower);
  const std::uint64_t index = index_of(leader, follower);
  if (index % every_ != 0) return;
  const core::Time now = time_of(leader, follower);
  sink_.append(topic_, static_cast<std::uint32_t>(index), now, encoder_.encode(now, counts));
}

ChangeRecorder::ChangeRecorder(MessageSink& sink)
    : sink_(sink),
      topic_(sink.add_topic("/changes", ros2::MessageType::change)),
      encoder_("session", {.text = std::string(ChangeMade{}.text.capacity(), ' ')}) {
  change_.text.reserve(ChangeMade{}.text.capacity());
}

void ChangeRecorder::record(std::uint64_t tick, core::Time time,
                            const ChangeMade& change) noexcept {
  change_.kind = static_cast<std::uint8_t>(change.kind);
  change_.number = change.number;
  change_.text.assign(change.text.view());
  sink_.append(topic_, static_cast<std::uint32_t>(tick), time, encoder_.encode(time, change_));
}

EventRecorder::EventRecorder(MessageSink& sink)
    : sink_(sink), topic_(sink.add_topic("/events", ros2::MessageType::event)) {}

void EventRecorder::record(std::uint64_t tick, const Event& event) noexcept {
  sink_.append(topic_, static_cast<std::uint32_t>(tick), event.time,
               encoder_.encode(event.time, event.what, event.detail));
}

}  // namespace tether::record
