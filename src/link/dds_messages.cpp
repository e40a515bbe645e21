#include "dds_messages.hpp"

namespace tether::link {
namespace {

// the C type has no const; nobody writes to it
char frame_id[] = "leader_base";  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

builtin_interfaces_msg_dds__Time_ to_time(core::Duration since_begin) noexcept {
  const auto [seconds, nanoseconds] = to_stamp(since_begin);
  return {seconds, nanoseconds};
}

core::Duration from_time(const builtin_interfaces_msg_dds__Time_& time) noexcept {
  return from_stamp({time.sec, time.nanosec});
}

std_msgs_msg_dds__Header_ header_of(const PlainSample& sample) noexcept {
  return {to_time(sample.sent), frame_id};
}

geometry_msgs_msg_dds__Vector3_ to_vector(const std::array<double, 3>& v) noexcept {
  return {v[0], v[1], v[2]};
}

std::array<double, 3> from_vector(const geometry_msgs_msg_dds__Vector3_& v) noexcept {
  return {v.x, v.y, v.z};
}

geometry_msgs_msg_dds__Pose_ pose_of(const PlainSample& sample) noexcept {
  const auto& p = sample.position;
  const auto& q = sample.orientation;
  return {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
}

geometry_msgs_msg_dds__Wrench_ wrench_of(const PlainSample& sample) noexcept {
  return {to_vector(sample.force), to_vector(sample.torque)};
}

}  // namespace

LinkSampleMessage to_link_sample(const PlainSample& sample) noexcept {
  LinkSampleMessage message{};
  message.header = header_of(sample);
  message.sequence = sample.sequence;
  message.sent = to_time(sample.sent);
  message.fresh = true;
  message.arrived = 1;
  message.echoes = sample.echoes;
  message.echo = to_time(sample.echo);
  message.held = sample.held.count();
  message.pose = pose_of(sample);
  message.wrench = wrench_of(sample);
  message.energy = sample.energy;
  message.wave = to_vector(sample.wave);
  message.method = sample.method;
  message.engagement = sample.engagement;
  message.sender = sample.address.from;
  message.receiver = sample.address.to;
  message.met = sample.address.met;
  return message;
}

PlainSample from_link_sample(const LinkSampleMessage& message) noexcept {
  const auto& [position, orientation] = message.pose;
  return {.address = {message.sender, message.receiver, message.met},
          .sequence = message.sequence,
          .sent = from_time(message.sent),
          .echoes = message.echoes,
          .echo = from_time(message.echo),
          .held = core::Duration(message.held),
          .position = {position.x, position.y, position.z},
          .orientation = {orientation.x, orientation.y, orientation.z, orientation.w},
          .torque = from_vector(message.wrench.torque),
          .force = from_vector(message.wrench.force),
          .energy = message.energy,
          .wave = from_vector(message.wave),
          .method = message.method,
          .engagement = message.engagement};
}

PoseStampedMessage to_pose_stamped(const PlainSample& sample) noexcept {
  return {header_of(sample), pose_of(sample)};
}

WrenchStampedMessage to_wrench_stamped(const PlainSample& sample) noexcept {
  return {header_of(sample), wrench_of(sample)};
}

}  // namespace tether::link
