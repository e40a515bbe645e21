#include "tether/link/ros/ros_endpoint.hpp"

#include <mutex>

#include <fmt/format.h>
#include <ros/callback_queue.h>
#include <ros/ros.h>

#include "tether/core/error.hpp"
#include "tether/link/ros/ros_messages.hpp"
#include "tether/link/udp/scoped_priority.hpp"

namespace tether::link {
namespace {

// makes this process a node, once; it stays one until it ends
void join(const std::string& master) {
  static std::mutex joining;
  const std::lock_guard lock(joining);
  if (!ros::isInitialized()) {
    ros::M_string remappings;
    if (!master.empty()) remappings["__master"] = master;
    namespace options = ros::init_options;
    ros::init(remappings, "tether",
              options::AnonymousName | options::NoSigintHandler | options::NoRosout);
  }
  if (!ros::master::check()) {
    throw core::InputError(
        fmt::format("no ROS master answers at {}; start one with \"rosmaster "
                    "--core\", or set ROS_MASTER_URI",
                    ros::master::getURI()));
  }
  // by hand, or the node would end with its first endpoint
  if (!ros::isStarted()) ros::start();
}

}  // namespace

bool ros_available() noexcept { return true; }

class RosEndpoint::Node {
 public:
  Node(const RosParams& params, Inbox& inbox);
  // no callback is under way any more once the spinner has stopped
  ~Node() { spinner_.stop(); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

 private:
  std::string topic(Role side, const char* signal) const;
  template <class Message>
  ros::Publisher advertise(const char* signal);
  void publish(const AddressedSample& addressed) const;
  void take(const RosLinkSample& message) { inbox_.put(message.addressed); }

  Inbox& inbox_;
  const RosParams params_;
  ros::CallbackQueue queue_;
  ros::NodeHandle handle_;
  ros::Publisher link_sample_, measured_cp_, servo_cf_;
  ros::AsyncSpinner spinner_{1, &queue_};
  ros::Subscriber subscriber_;

 public:
  // made last and ended first: its thread publishes
  Outbox outbox;
};

RosEndpoint::Node::Node(const RosParams& params, Inbox& inbox)
    : inbox_(inbox),
      params_(params),
      link_sample_(advertise<RosLinkSample>("link_sample")),
      measured_cp_(advertise<RosPoseStamped>("measured_cp")),
      servo_cf_(advertise<RosWrenchStamped>("servo_cf")),
      outbox([this](const AddressedSample& addressed) { publish(addressed); }) {
  handle_.setCallbackQueue(&queue_);
  const auto without_delay = ros::TransportHints().tcpNoDelay();
  subscriber_ = handle_.subscribe(topic(other(params.role), "link_sample"), 1, &Node::take, this,
                                  without_delay);
  spinner_.start();
}

std::string RosEndpoint::Node::topic(Role side, const char* signal) const {
  return fmt::format("{}/{}/{}", params_.name_space, name(side), signal);
}

template <class Message>
ros::Publisher RosEndpoint::Node::advertise(const char* signal) {
  constexpr std::uint32_t kNewestOnly = 1;
  return handle_.advertise<Message>(topic(params_.role, signal), kNewestOnly);
}

// on the outbox's thread
void RosEndpoint::Node::publish(const AddressedSample& addressed) const {
  link_sample_.publish(to_ros(addressed));
  if (measured_cp_.getNumSubscribers() > 0) measured_cp_.publish(to_ros_pose(addressed.sample));
  if (servo_cf_.getNumSubscribers() > 0) servo_cf_.publish(to_ros_wrench(addressed.sample));
}

RosEndpoint::RosEndpoint(const RosParams& params) : MailedEndpoint(params.rate) {
  const ScopedPriority of_threads(params.priority);
  join(params.master);
  node_ = std::make_unique<Node>(params, inbox());
}

RosEndpoint::~RosEndpoint() = default;

void RosEndpoint::post(const AddressedSample& addressed) noexcept { node_->outbox.post(addressed); }

}  // namespace tether::link
