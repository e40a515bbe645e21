// ros_pong MASTER: publishes on /pong whatever comes on /ping, in the callback.
#include <ros/ros.h>

#include "tether/link/ros/ros_messages.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  ros::init(ros::M_string{{"__master", argv[1]}}, "pong", ros::init_options::NoRosout);
  ros::NodeHandle node;
  const ros::Publisher publisher = node.advertise<tether::link::RosLinkSample>("/pong", 1);
  const auto answer = [&](const boost::shared_ptr<const tether::link::RosLinkSample>& ping) {
    publisher.publish(*ping);
  };
  const ros::Subscriber subscriber = node.subscribe<tether::link::RosLinkSample>(
      "/ping", 1, answer, ros::VoidConstPtr(), ros::TransportHints().tcpNoDelay());
  ros::spin();
}
