#include "bench/ros_rival.hpp"

#ifdef TETHER_BENCH_ROS_PONG

#include <memory>
#include <stdexcept>

#include <ros/ros.h>
#include <semaphore.h>
#include <time.h>

#include "bench/round_trips.hpp"
#include "tests/support/processes/patience.hpp"
#include "tests/support/processes/ros_master.hpp"
#include "tether/link/ros/ros_messages.hpp"

namespace tether::bench {
namespace {

class RosPingPong {
 public:
  RosPingPong() {
    sem_init(&came_, 0, 0);
    if (!master_.started()) throw std::runtime_error("no rosmaster; install python3-rosmaster");
    ros::init(ros::M_string{{"__master", master_.uri()}}, "ping",
              ros::init_options::NoSigintHandler | ros::init_options::NoRosout);
    if (!test::eventually([] { return ros::master::check(); })) {
      throw std::runtime_error("the ROS master does not answer");
    }
    ros::start();
    pong_ = std::make_unique<test::ChildProcess>(
        std::vector<std::string>{TETHER_BENCH_ROS_PONG, master_.uri()});
    node_ = std::make_unique<ros::NodeHandle>();
    publisher_ = node_->advertise<link::RosLinkSample>("/ping", 1);
    subscriber_ =
        node_->subscribe("/pong", 1, &RosPingPong::take, this, ros::TransportHints().tcpNoDelay());
    spinner_ = std::make_unique<ros::AsyncSpinner>(1);
    spinner_->start();
    if (!test::eventually([this] { return trip(); })) throw std::runtime_error("no ROS pong");
  }

  bool trip() {
    publisher_.publish(message_);
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    ++until.tv_sec;
    return sem_clockwait(&came_, CLOCK_MONOTONIC, &until) == 0;
  }

 private:
  void take(const link::RosLinkSample& /*pong*/) { sem_post(&came_); }

  sem_t came_{};
  test::RosMaster master_;
  std::unique_ptr<test::ChildProcess> pong_;
  std::unique_ptr<ros::NodeHandle> node_;
  ros::Publisher publisher_;
  ros::Subscriber subscriber_;
  std::unique_ptr<ros::AsyncSpinner> spinner_;
  link::RosLinkSample message_ = link::to_ros({});
};

}  // namespace

bool ros_rival_available() noexcept { return true; }

RoundTrips ros_rival() { return round_trips<RosPingPong>(); }

}  // namespace tether::bench

#else

namespace tether::bench {

bool ros_rival_available() noexcept { return false; }
RoundTrips ros_rival() { return {}; }

}  // namespace tether::bench

#endif
