// An addressed sample as the ROS 1 message tether_msgs/LinkSample, without a generator: roscpp asks
// for a name, the text of the message, the sum that shows whether both ends mean the same text, and
// how to put it into bytes.
#pragma once

#include <memory>

#include <boost/array.hpp>
#include <geometry_msgs/PoseStamped.h>
#include <geometry_msgs/WrenchStamped.h>
#include <ros/message_traits.h>
#include <ros/serialization.h>

#include "tether/link/udp/addressed_sample.hpp"

namespace tether::link {

// the messages of ROS 1 ask their allocator for a member that C++20 has removed
struct RebindingAllocator {
  template <class T>
  struct rebind {
    using other = std::allocator<T>;
  };
};
using RosHeader = std_msgs::Header_<RebindingAllocator>;
using RosPose = geometry_msgs::Pose_<RebindingAllocator>;
using RosVector3 = geometry_msgs::Vector3_<RebindingAllocator>;
using RosWrench = geometry_msgs::Wrench_<RebindingAllocator>;
using RosPoseStamped = geometry_msgs::PoseStamped_<RebindingAllocator>;
using RosWrenchStamped = geometry_msgs::WrenchStamped_<RebindingAllocator>;

// the message in the order of its fields
struct RosLinkSample {
  RosHeader header;
  std::uint32_t sequence = 0;
  ros::Time sent;
  std::uint8_t fresh = 1;
  std::uint32_t arrived = 1;
  std::uint8_t echoes = 0;
  ros::Time echo;
  std::int64_t held = 0;
  RosPose pose;
  RosWrench wrench;
  double energy = 0;
  RosVector3 wave;
  double kinetic = 0;
  RosVector3 angular;
  RosVector3 linear;
  RosWrench external;
  boost::array<float, 4> obstruction{};
  RosVector3 angular_acceleration;
  RosVector3 linear_acceleration;
  std::uint8_t method = 0;
  std::uint8_t engagement = 0;
  std::uint8_t coupling = 0;
  std::uint64_t sender = 0;
  std::uint64_t receiver = 0;
  std::uint8_t met = 0;
};

RosLinkSample to_ros(const AddressedSample& addressed);
AddressedSample from_ros(const RosLinkSample& message) noexcept;
RosPoseStamped to_ros_pose(const signals::Sample& sample);
RosWrenchStamped to_ros_wrench(const signals::Sample& sample);

}  // namespace tether::link

namespace ros::message_traits {

template <>
struct MD5Sum<tether::link::RosLinkSample> {
  // of the definition below, with the parts replaced by their own sums
  static const char* value() { return "5e74c7cd39c2dbb45e97986249aa51de"; }
  static const char* value(const tether::link::RosLinkSample&) { return value(); }
};

template <>
struct DataType<tether::link::RosLinkSample> {
  static const char* value() { return "tether_msgs/LinkSample"; }
  static const char* value(const tether::link::RosLinkSample&) { return value(); }
};

template <>
struct Definition<tether::link::RosLinkSample> {
  static const char* value();
  static const char* value(const tether::link::RosLinkSample&) { return value(); }
};

template <>
struct HasHeader<tether::link::RosLinkSample> : TrueType {};

}  // namespace ros::message_traits

namespace ros::serialization {

template <>
struct Serializer<tether::link::RosLinkSample> {
  // reads, writes and measures
  template <typename Stream, typename Message>
  static void allInOne(Stream& stream, Message message) {
    stream.next(message.header);
    stream.next(message.sequence);
    stream.next(message.sent);
    stream.next(message.fresh);
    stream.next(message.arrived);
    stream.next(message.echoes);
    stream.next(message.echo);
    stream.next(message.held);
    stream.next(message.pose);
    stream.next(message.wrench);
    stream.next(message.energy);
    stream.next(message.wave);
    stream.next(message.kinetic);
    stream.next(message.angular);
    stream.next(message.linear);
    stream.next(message.external);
    stream.next(message.obstruction);
    stream.next(message.angular_acceleration);
    stream.next(message.linear_acceleration);
    stream.next(message.method);
    stream.next(message.engagement);
    stream.next(message.coupling);
    stream.next(message.sender);
    stream.next(message.receiver);
    stream.next(message.met);
  }
  ROS_DECLARE_ALLINONE_SERIALIZER
};

}  // namespace ros::serialization
