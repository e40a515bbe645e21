// One end of a link over DDS (CycloneDDS). Topics, in ROS 2's spelling of /leader/... :
//   rt/leader/link_sample, rt/follower/link_sample   tether_msgs::msg::dds_::LinkSample_
// and for whoever looks on, ROS 2 nodes too:
//   rt/<side>/measured_cp   geometry_msgs::msg::dds_::PoseStamped_    tool, leader's workspace
//   frame rt/<side>/servo_cf      geometry_msgs::msg::dds_::WrenchStamped_  asked for, at the tool
// All are best effort, volatile, keep last 1, with no latency budget: an old sample is worth
// nothing once there is a newer one. CycloneDDS locks and allocates, so the tick only exchanges
// samples with its threads (mailbox.hpp). What comes is checked (sample_check.hpp), and belongs to
// the connection epoch with one run of the peer (peer_handshake.hpp); there is no secrecy: use UDP
// for that. OMG, Data Distribution Service 1.4, 2015.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tether/link/udp/mailed_endpoint.hpp"
#include "tether/link/udp/role.hpp"

namespace tether::link {

struct DdsParams {
  std::uint32_t domain = 0;  // 0 to 232; both sides and all who look on have the same
  Role role = Role::leader;
  std::string name_space;  // before every topic, such as "/cell_3"; empty = none
  double rate = 0;         // of sending [Hz]; 0 = every tick
  // network interface, such as "eth0"; "lo" = within this machine; empty = as $CYCLONEDDS_URI says
  std::string interface;
  // hosts to look for the peer on, where the network carries no multicast; empty = multicast
  std::vector<std::string> peers;
  // SCHED_FIFO priority of the threads that send and receive, where the system permits it; 0 = that
  // of the thread that makes the endpoint
  int priority = 0;
  std::string configuration;  // CycloneDDS's own XML, instead of `interface` and `peers`
};

// the XML that interface and peers stand for; empty = CycloneDDS's default
std::string dds_configuration(const DdsParams& params);

class DdsEndpoint final : public MailedEndpoint {
 public:
  // throws core::InputError when CycloneDDS refuses
  explicit DdsEndpoint(const DdsParams& params);
  ~DdsEndpoint() override;

 private:
  void post(const AddressedSample& addressed) noexcept override;
  void look_around(ConnectionEvidence& evidence) override;

  class Wire;
  std::unique_ptr<Wire> wire_;
};

}  // namespace tether::link
