// The ROS 2 messages that a log holds: what they are called, how their definitions read, and what
// one of them says once decoded. The standard ones have the fields of ROS 2 exactly, so that its
// tools know them; tether_msgs are our own. Numbers come back bit for bit as they went in.
// https://docs.ros.org/en/rolling/Concepts/Basic/About-Interfaces.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Geometry>

#include "tether/assist/assistance.hpp"
#include "tether/assist/obstacle_force.hpp"
#include "tether/assist/range_scan.hpp"
#include "tether/control/obstruction.hpp"
#include "tether/core/time.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/guard/wrench_bounds.hpp"
#include "tether/link/link.hpp"
#include "tether/session/mcap_writer.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::session::ros2 {

enum class MessageType : std::uint8_t {
  joint_state,     // sensor_msgs/msg/JointState
  pose_stamped,    // geometry_msgs/msg/PoseStamped
  wrench_stamped,  // geometry_msgs/msg/WrenchStamped
  link_sample,     // tether_msgs/msg/LinkSample
  engagement,      // tether_msgs/msg/Engagement
  energy,          // tether_msgs/msg/Energy
  guard,           // tether_msgs/msg/Guard
  assist,          // tether_msgs/msg/Assist
  laser_scan,      // sensor_msgs/msg/LaserScan
  drive,           // tether_msgs/msg/Drive
  link_stats,      // tether_msgs/msg/LinkStats
  event,           // tether_msgs/msg/Event
};

// such as sensor_msgs/msg/JointState
std::string_view name(MessageType type) noexcept;
// the .msg text, followed by those of all messages it is made of (MCAP's ros2msg encoding)
std::string definition(MessageType type);

// a channel of this type, and its schema if the log has none yet
McapChannelId add_channel(McapWriter& log, std::string_view topic, MessageType type);

struct JointState {
  core::Time stamp;
  std::string frame_id;
  std::vector<std::string> name;
  std::vector<double> position;  // [rad] or [m]; empty when not told, as the next two
  std::vector<double> velocity;  // [rad/s] or [m/s]
  std::vector<double> effort;    // [N m] or [N]
};

// A pose as messages have it. A rotation matrix loses its last bits on the way through a
// quaternion; what must come back bit for bit has to be a quaternion from the start.
struct Pose {
  spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
};
inline Pose to_message(const spatial::Pose& pose) noexcept {
  return {pose.position, pose.quaternion()};
}
inline spatial::Pose from_message(const Pose& pose) noexcept {
  return {pose.orientation.toRotationMatrix(), pose.position};
}

struct PoseStamped {
  core::Time stamp;
  std::string frame_id;
  Pose pose;
};

struct WrenchStamped {
  core::Time stamp;
  std::string frame_id;
  spatial::Wrench wrench;
};

// what one side took from the link in one tick
struct LinkSample {
  core::Time stamp;
  std::string frame_id;
  link::Received received;
};

// how far a side is coupled to the other, and what it was told to do
struct EngagementState {
  std::uint8_t state = 0;     // control::Engagement
  bool clutch = false;        // pressed at this side's device
  bool resting = false;       // asked to let go
  bool hand_felt = true;      // somebody holds this side's device
  bool stop_pressed = false;  // its emergency stop
  friend bool operator==(const EngagementState&, const EngagementState&) = default;
};

struct Engagement {
  core::Time stamp;
  std::string frame_id;
  EngagementState state;
};

// the energy account of one side, and what moves and is bent there; [J] unless it says otherwise
struct EnergyAccount {
  double tank = 0;
  double reserve = 0;
  double exchanged = 0;  // given to the device since the session began
  double received = 0;   // heard from the other side since then
  double sent = 0;       // promised to the other side since then
  double in_flight = 0;  // promised by the other side and not heard yet
  double tlc_force = 0;  // effort of the tank level controller [N m or N]
  double held_back = 0;  // effort that could not be paid [N m or N]
  double kinetic = 0;    // of the device's motion
  double potential = 0;  // in the coupling's spring
};

struct Energy {
  core::Time stamp;
  std::string frame_id;
  EnergyAccount account;
};

// what the guards of one side did in a tick (guard/wrench_bounds.hpp, guard/device_guards.hpp)
struct Guard {
  core::Time stamp;
  std::string frame_id;
  guard::WrenchBounds::Out bounds;
  guard::DeviceGuardsReport device;
};

// what fixtures did in a tick (assist/assistance.hpp)
struct AssistState {
  spatial::Wrench at_leader;     // asked for at the leader's tool: base axes, moment about the tool
  double potential = 0;          // [J]
  double energy = 0;             // given to the hand since the session began [J]
  assist::FixtureEffect effect;  // on the follower's tool; what shrinks motions is not told
};

struct Assist {
  core::Time stamp;
  std::string frame_id;
  AssistState state;
};

// One turn of a scanner. In the message angles count from straight ahead, θ − π/2 of ours, in
// single precision; the running number is not told, and the time is the stamp.
struct LaserScan {
  core::Time stamp;
  std::string frame_id;
  assist::RangeScan scan;
};

// what one side of a vehicle that is driven by hand knew and did in a tick
struct DriveState {
  control::Obstruction obstruction;  // around the vehicle, as this side knows it
  assist::ObstacleForceOutput felt;  // what it makes the hand feel
  double forward = 0;                // speed that is wanted [m/s]
  double turn = 0;                   // the same, counter-clockwise [rad/s]
  double scan_age = 0;               // since the newest scan was complete [s]
  std::uint8_t braking = 0;          // 1: to rest, whatever the hand wants
};

struct Drive {
  core::Time stamp;
  std::string frame_id;
  DriveState state;
};

// what the link did since the session began
struct LinkCounts {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  double delay = 0;       // of the newest sample [s]
  double round_trip = 0;  // [s]
};

struct LinkStats {
  core::Time stamp;
  std::string frame_id;
  LinkCounts counts;
};

struct Event {
  core::Time stamp;
  std::string what;
  std::string detail;
};

// From the payload of a log message. Throw core::InputError where it is not such a message.
JointState decode_joint_state(std::span<const std::byte> payload);
PoseStamped decode_pose_stamped(std::span<const std::byte> payload);
WrenchStamped decode_wrench_stamped(std::span<const std::byte> payload);
LinkSample decode_link_sample(std::span<const std::byte> payload);
Engagement decode_engagement(std::span<const std::byte> payload);
Energy decode_energy(std::span<const std::byte> payload);
Guard decode_guard(std::span<const std::byte> payload);
Assist decode_assist(std::span<const std::byte> payload);
LaserScan decode_laser_scan(std::span<const std::byte> payload);
Drive decode_drive(std::span<const std::byte> payload);
LinkStats decode_link_stats(std::span<const std::byte> payload);
Event decode_event(std::span<const std::byte> payload);

}  // namespace tether::session::ros2
