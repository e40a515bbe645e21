#include "tether/link/ros/ros_messages.hpp"

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

}  // namespace

RosLinkSample to_ros(const AddressedSample& addressed) {
  RosLinkSample message;
  message.header = header_of(addressed.sample);
  write_addressed(message, addressed);
  return message;
}

AddressedSample from_ros(const RosLinkSample& message) noexcept { return read_addressed(message); }

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
         "float64 kinetic\n"
         "geometry_msgs/Vector3 angular\n"
         "geometry_msgs/Vector3 linear\n"
         "geometry_msgs/Wrench external\n"
         "float32[4] obstruction\n"
         "geometry_msgs/Vector3 angular_acceleration\n"
         "geometry_msgs/Vector3 linear_acceleration\n"
         "uint8 method\n"
         "uint8 engagement\n"
         "uint8 coupling\n"
         "uint64 sender\n"
         "uint64 receiver\n"
         "bool met\n";
}

}  // namespace ros::message_traits
