#include "ros_messages.hpp"

namespace tether::link {
namespace {

ros::Time to_time(core::Duration since_begin) {
  const auto [seconds, nanoseconds] = to_stamp(since_begin);
  return {static_cast<std::uint32_t>(seconds), nanoseconds};
}

core::Duration from_time(const ros::Time& time) noexcept {
  return from_stamp({static_cast<std::int32_t>(time.sec), time.nsec});
}

RosHeader header_of(const PlainSample& sample) {
  RosHeader header;
  header.seq = sample.sequence;
  header.stamp = to_time(sample.sent);
  header.frame_id = kRosFrame;
  return header;
}

RosVector3 to_vector(const std::array<double, 3>& v) {
  RosVector3 message;
  message.x = v[0];
  message.y = v[1];
  message.z = v[2];
  return message;
}

std::array<double, 3> from_vector(const RosVector3& v) noexcept { return {v.x, v.y, v.z}; }

RosPose pose_of(const PlainSample& sample) {
  RosPose pose;
  pose.position.x = sample.position[0];
  pose.position.y = sample.position[1];
  pose.position.z = sample.position[2];
  pose.orientation.x = sample.orientation[0];
  pose.orientation.y = sample.orientation[1];
  pose.orientation.z = sample.orientation[2];
  pose.orientation.w = sample.orientation[3];
  return pose;
}

RosWrench wrench_of(const PlainSample& sample) {
  RosWrench wrench;
  wrench.force = to_vector(sample.force);
  wrench.torque = to_vector(sample.torque);
  return wrench;
}

}  // namespace

RosLinkSample to_ros(const PlainSample& sample) {
  RosLinkSample message;
  message.header = header_of(sample);
  message.sequence = sample.sequence;
  message.sent = to_time(sample.sent);
  message.echoes = sample.echoes ? 1 : 0;
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
  message.met = sample.address.met ? 1 : 0;
  return message;
}

PlainSample from_ros(const RosLinkSample& message) noexcept {
  const auto& position = message.pose.position;
  const auto& orientation = message.pose.orientation;
  return {.address = {message.sender, message.receiver, message.met != 0},
          .sequence = message.sequence,
          .sent = from_time(message.sent),
          .echoes = message.echoes != 0,
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

RosPoseStamped to_ros_pose(const PlainSample& sample) {
  RosPoseStamped message;
  message.header = header_of(sample);
  message.pose = pose_of(sample);
  return message;
}

RosWrenchStamped to_ros_wrench(const PlainSample& sample) {
  RosWrenchStamped message;
  message.header = header_of(sample);
  message.wrench = wrench_of(sample);
  return message;
}

}  // namespace tether::link

namespace ros::message_traits {

// the fields; rostopic and rosbag read the parts from their own packages
const char* Definition<tether::link::RosLinkSample>::value() {
  return "std_msgs/Header header\n"
         "uint32 sequence\n"
         "time sent\n"
         "bool fresh\n"
         "uint32 arrived\n"
         "bool echoes\n"
         "time echo\n"
         "int64 held\n"
         "geometry_msgs/Pose pose\n"
         "geometry_msgs/Wrench wrench\n"
         "float64 energy\n"
         "geometry_msgs/Vector3 wave\n"
         "uint8 method\n"
         "uint8 engagement\n"
         "uint64 sender\n"
         "uint64 receiver\n"
         "bool met\n";
}

}  // namespace ros::message_traits
