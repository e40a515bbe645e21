#include <algorithm>
#include <array>
#include <numbers>

#include "tether/core/error.hpp"
#include "tether/session/cdr.hpp"
#include "tether/session/ros2_messages.hpp"

namespace tether::session::ros2 {

namespace {

core::Time get_time(CdrReader& reader) {
  const std::chrono::seconds seconds(reader.get<std::int32_t>());
  const std::chrono::nanoseconds fraction(reader.get<std::uint32_t>());
  return core::Time(seconds + fraction);
}

spatial::Vector3 get_vector(CdrReader& reader) {
  std::array<double, 3> numbers{};
  reader.get_array(std::span<double>(numbers));
  return {numbers[0], numbers[1], numbers[2]};
}

Pose get_pose(CdrReader& reader) {
  const spatial::Vector3 position = get_vector(reader);
  std::array<double, 4> numbers{};
  reader.get_array(std::span<double>(numbers));
  return {position, Eigen::Quaterniond(numbers[3], numbers[0], numbers[1], numbers[2])};
}

spatial::Wrench get_wrench(CdrReader& reader) {
  spatial::Wrench wrench;
  wrench.force = get_vector(reader);
  wrench.torque = get_vector(reader);
  return wrench;
}

// the header that most messages begin with
template <class Message>
Message with_header(CdrReader& reader) {
  Message message;
  message.stamp = get_time(reader);
  message.frame_id = reader.get_string();
  return message;
}

}  // namespace

JointState decode_joint_state(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<JointState>(reader);
  message.name = reader.get_string_sequence();
  message.position = reader.get_sequence<double>();
  message.velocity = reader.get_sequence<double>();
  message.effort = reader.get_sequence<double>();
  return message;
}

PoseStamped decode_pose_stamped(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<PoseStamped>(reader);
  message.pose = get_pose(reader);
  return message;
}

WrenchStamped decode_wrench_stamped(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<WrenchStamped>(reader);
  message.wrench = get_wrench(reader);
  return message;
}

LinkSample decode_link_sample(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<LinkSample>(reader);
  link::Sample& sample = message.received.sample;
  sample.sequence = reader.get<std::uint32_t>();
  sample.sent = get_time(reader);
  message.received.fresh = reader.get_bool();
  message.received.arrived = reader.get<std::uint32_t>();
  sample.echoes = reader.get_bool();
  sample.echo = get_time(reader);
  sample.held = core::Duration(reader.get<std::int64_t>());
  const Pose pose = get_pose(reader);
  sample.position = pose.position;
  sample.orientation = pose.orientation;
  const spatial::Wrench wrench = get_wrench(reader);
  sample.torque = wrench.torque;
  sample.force = wrench.force;
  sample.energy = reader.get<double>();
  sample.wave = get_vector(reader);
  sample.kinetic = reader.get<double>();
  sample.angular = get_vector(reader).cast<float>();
  sample.linear = get_vector(reader).cast<float>();
  const spatial::Wrench external = get_wrench(reader);
  sample.external_torque = external.torque.cast<float>();
  sample.external_force = external.force.cast<float>();
  for (float& way : sample.obstruction) way = reader.get<float>();
  sample.angular_acceleration = get_vector(reader).cast<float>();
  sample.linear_acceleration = get_vector(reader).cast<float>();
  sample.method = reader.get<std::uint8_t>();
  sample.engagement = reader.get<std::uint8_t>();
  sample.coupling = reader.get<std::uint8_t>();
  message.received.valid = reader.get_bool();
  message.received.conversation = reader.get<std::uint32_t>();
  return message;
}

Engagement decode_engagement(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<Engagement>(reader);
  message.state.state = reader.get<std::uint8_t>();
  message.state.clutch = reader.get_bool();
  message.state.resting = reader.get_bool();
  message.state.hand_felt = reader.get_bool();
  message.state.stop_pressed = reader.get_bool();
  return message;
}

Energy decode_energy(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<Energy>(reader);
  EnergyAccount& account = message.account;
  for (double* number : {&account.tank, &account.reserve, &account.exchanged, &account.received,
                         &account.sent, &account.in_flight, &account.tlc_force, &account.held_back,
                         &account.kinetic, &account.potential}) {
    *number = reader.get<double>();
  }
  return message;
}

Guard decode_guard(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<Guard>(reader);
  guard::WrenchBounds::Out& b = message.bounds;
  guard::DeviceGuardsReport& d = message.device;
  for (double* number :
       {&b.energy, &b.energy_share, &b.force_share, &b.hand_share, &d.joint_stops, &d.joint_speed,
        &d.tool_speed, &d.torque_rate, &d.power, &d.fence, &d.fence_distance, &d.held}) {
    *number = reader.get<double>();
  }
  const auto stop = reader.get<std::uint8_t>();
  if (stop >= guard::kStopReasons) throw core::InputError("an unknown reason to stop");
  d.stop = static_cast<guard::StopReason>(stop);
  d.contact = reader.get_bool();
  return message;
}

Assist decode_assist(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<Assist>(reader);
  AssistState& state = message.state;
  assist::FixtureEffect& effect = state.effect;
  for (spatial::Vector3* vector : {&state.at_leader.force, &state.at_leader.torque,
                                   &effect.at_tool.force, &effect.at_tool.torque}) {
    for (double& number : *vector) number = reader.get<double>();
  }
  for (double* number : {&state.potential, &state.energy, &effect.potential, &effect.distance}) {
    *number = reader.get<double>();
  }
  effect.active = reader.get<std::int32_t>();
  effect.nearest = reader.get<std::int32_t>();
  return message;
}

LaserScan decode_laser_scan(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<LaserScan>(reader);
  assist::RangeScan& scan = message.scan;
  scan.time = message.stamp;
  scan.first_angle = reader.get<float>() + std::numbers::pi / 2;
  reader.get<float>();  // the last angle follows from the others
  scan.angle_step = reader.get<float>();
  std::array<float, 4> rest{};  // times and reach
  reader.get_array(std::span<float>(rest));
  const auto ranges = reader.get_sequence<float>();
  if (ranges.size() > scan.ranges.size()) throw core::InputError("a scan of too many beams");
  scan.count = static_cast<int>(ranges.size());
  std::ranges::copy(ranges, scan.ranges.begin());
  reader.get_sequence<float>();  // intensities
  return message;
}

Drive decode_drive(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<Drive>(reader);
  DriveState& state = message.state;
  control::Obstruction& ways = state.obstruction;
  assist::ObstacleForceOutput& felt = state.felt;
  for (double* number : {&ways.forward, &ways.backward, &ways.left, &ways.right, &felt.force.x(),
                         &felt.force.y(), &felt.force.z(), &felt.push, &felt.steer, &felt.potential,
                         &felt.store, &state.forward, &state.turn, &state.scan_age}) {
    *number = reader.get<double>();
  }
  state.braking = reader.get<std::uint8_t>();
  return message;
}

LinkStats decode_link_stats(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  auto message = with_header<LinkStats>(reader);
  message.counts.sent = reader.get<std::uint64_t>();
  message.counts.received = reader.get<std::uint64_t>();
  message.counts.lost = reader.get<std::uint64_t>();
  message.counts.duplicated = reader.get<std::uint64_t>();
  message.counts.delay = reader.get<double>();
  message.counts.round_trip = reader.get<double>();
  return message;
}

Event decode_event(std::span<const std::byte> payload) {
  CdrReader reader(payload);
  Event event;
  event.stamp = get_time(reader);
  event.what = reader.get_string();
  event.detail = reader.get_string();
  return event;
}

}  // namespace tether::session::ros2
