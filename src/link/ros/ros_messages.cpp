#include "tether/link/ros/ros_messages.hpp"

#include <string>

#include "link/dds/message_fields.hpp"

namespace tether::link {
namespace {

RosHeader header_of(const signals::Sample& sample) {
  RosHeader header;
  header.seq = sample.sequence;
  write(header.stamp, sample.sent);
  header.frame_id = kMessageFrame;
  return header;
}

// what each kind of field is called
template <class T>
constexpr const char* kRosType = nullptr;
template <>
constexpr const char* kRosType<bool> = "bool";
template <>
constexpr const char* kRosType<std::uint8_t> = "uint8";
template <>
constexpr const char* kRosType<std::uint32_t> = "uint32";
template <>
constexpr const char* kRosType<std::uint64_t> = "uint64";
template <>
constexpr const char* kRosType<double> = "float64";
template <>
constexpr const char* kRosType<core::Time> = "time";
template <>
constexpr const char* kRosType<core::Duration> = "int64";
template <>
constexpr const char* kRosType<spatial::Vector3> = "geometry_msgs/Vector3";
template <>
constexpr const char* kRosType<signals::ShortVector> = "geometry_msgs/Vector3";
template <>
constexpr const char* kRosType<Eigen::Vector4f> = "float32[4]";
template <class P, class Q>
constexpr const char* kRosType<core::PoseFields<P, Q>> = "geometry_msgs/Pose";
template <class V>
constexpr const char* kRosType<core::WrenchFields<V>> = "geometry_msgs/Wrench";

std::string definition() {
  std::string text = "std_msgs/Header header\n";
  const auto line = [&text]<class Value>(std::string_view name, const Value&,
                                         std::string_view = {}) {
    static_assert(kRosType<Value> != nullptr, "a kind of field that no message of ROS 1 can have");
    text.append(kRosType<Value>).append(" ").append(name).append("\n");
  };
  const AddressedSample any;
  describe_message(line, any);
  return text;
}

}  // namespace

RosLinkSample to_ros(const AddressedSample& addressed) {
  return {header_of(addressed.sample), addressed};
}

RosPoseStamped to_ros_pose(const signals::Sample& sample) {
  RosPoseStamped message;
  message.header = header_of(sample);
  write_pose(message.pose, sample);
  return message;
}

RosWrenchStamped to_ros_wrench(const signals::Sample& sample) {
  RosWrenchStamped message;
  message.header = header_of(sample);
  write_wrench(message.wrench, sample);
  return message;
}

}  // namespace tether::link

namespace ros::message_traits {

// the fields; rostopic and rosbag read the parts from their own packages
const char* Definition<tether::link::RosLinkSample>::value() {
  static const std::string text = tether::link::definition();
  return text.c_str();
}

}  // namespace ros::message_traits
