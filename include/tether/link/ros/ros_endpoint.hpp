// One end of a link over ROS 1 topics, where roscpp was there when tether was built. Topics:
//   /leader/link_sample, /follower/link_sample   tether_msgs/LinkSample, the message of idl/
// and for whoever looks on
//   /<side>/measured_cp   geometry_msgs/PoseStamped     tool, leader's workspace frame
//   /<side>/servo_cf      geometry_msgs/WrenchStamped   asked for, at the tool
// TCP without Nagle's delay, queues of one. TCP repeats what was lost and holds back what came
// after it, so a link with loss is better carried by UDP or DDS. roscpp locks and allocates, so the
// tick only exchanges samples with its threads (mailbox.hpp). What comes is checked
// (sample_check.hpp), and belongs to the connection epoch with one run of the peer
// (peer_handshake.hpp).
#pragma once

#include <memory>
#include <string>

#include "tether/link/udp/mailed_endpoint.hpp"
#include "tether/link/udp/role.hpp"

namespace tether::link {

struct RosParams {
  Role role = Role::leader;
  std::string name_space;  // before every topic, such as "/cell_3"; empty = none
  double rate = 0;         // of sending [Hz]; 0 = every tick
  std::string master;      // such as "http://host:11311"; empty = $ROS_MASTER_URI
  // SCHED_FIFO priority of the threads that send and receive, where the system permits it; 0 = that
  // of the thread that makes the endpoint
  int priority = 0;
};

// roscpp was there when tether was built
bool ros_available() noexcept;

class RosEndpoint final : public MailedEndpoint {
 public:
  // Throws core::InputError when there is no roscpp, or no master that answers. One process is one
  // ROS node and keeps its first master.
  explicit RosEndpoint(const RosParams& params);
  ~RosEndpoint() override;

 private:
  void post(const AddressedSample& addressed) noexcept override;

  class Node;
  std::unique_ptr<Node> node_;
};

}  // namespace tether::link
