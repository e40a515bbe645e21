// An addressed sample as the ROS 1 message tether_msgs/LinkSample, without a generator: roscpp asks
// for a name, the text of the message, the sum that shows whether both ends mean the same text, and
// how to put it into bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

#include <geometry_msgs/PoseStamped.h>
#include <geometry_msgs/WrenchStamped.h>
#include <ros/message_traits.h>
#include <ros/serialization.h>

#include "tether/link/message_stamps.hpp"
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

// the fields of the message: those of the sample as they are described, and whose it is
struct RosLinkSample {
  RosHeader header;
  AddressedSample addressed;
};
template <class Visitor, core::Is<AddressedSample> A>
void describe_message(Visitor& visit, A& a) {
  describe_stamp(visit, a.sample);
  // of what the log has beside: it is new, and one
  const bool fresh = true;
  const std::uint32_t arrived = 1;
  visit("fresh", fresh);
  visit("arrived", arrived);
  describe_content(visit, a.sample);
  visit("sender", a.address.from);
  visit("receiver", a.address.to);
  visit("met", a.address.met);
}

// Reads, writes or measures along the description. ROS 1 has vectors, poses and wrenches in double
// precision only.
template <class Stream>
class RosFields {
 public:
  explicit RosFields(Stream& stream) : stream_(stream) {}
  template <class Value>
  void operator()(std::string_view, Value&& value, std::string_view = {}) {
    pass(value);
  }

 private:
  template <class Wire, class T>
  void pass_as(T& value) {
    auto wire = static_cast<Wire>(value);
    stream_.next(wire);
    if constexpr (!std::is_const_v<T>) value = static_cast<T>(wire);
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  void pass(T& value) {
    pass_as<std::conditional_t<std::is_same_v<std::remove_const_t<T>, bool>, std::uint8_t,
                               std::remove_const_t<T>>>(value);
  }
  template <core::Is<core::Time> T>
  void pass(T& time) {
    ros::Time wire;
    write(wire, time);
    stream_.next(wire);
    if constexpr (!std::is_const_v<T>) time = read_time(wire);
  }
  template <core::Is<core::Duration> T>
  void pass(T& duration) {
    std::int64_t wire = duration.count();
    stream_.next(wire);
    if constexpr (!std::is_const_v<T>) duration = core::Duration(wire);
  }
  template <class Vector>
  requires(Vector::RowsAtCompileTime == 3) void pass(Vector& v) {
    for (auto& x : v) pass_as<double>(x);
  }
  template <core::Is<Eigen::Vector4f> Vector>
  void pass(Vector& v) {
    for (auto& x : v) pass(x);
  }
  template <class Position, class Orientation>
  void pass(const core::PoseFields<Position, Orientation>& pose) {
    pass(pose.position);
    for (auto& x : pose.orientation.coeffs()) pass(x);
  }
  template <class Vector>
  void pass(const core::WrenchFields<Vector>& wrench) {
    pass(wrench.force);
    pass(wrench.torque);
  }

  Stream& stream_;
};

RosLinkSample to_ros(const AddressedSample& addressed);
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
    tether::link::RosFields<Stream> fields(stream);
    describe_message(fields, message.addressed);
  }
  ROS_DECLARE_ALLINONE_SERIALIZER
};

}  // namespace ros::serialization
