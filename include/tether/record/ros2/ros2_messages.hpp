// The ROS 2 messages that a log holds. Each is described once, field by field, with name, value and
// meaning; what encodes, decodes, defines and compares messages goes along that description. The
// standard ones have the fields of ROS 2 exactly, so that its tools know them; tether_msgs are our
// own. Numbers come back bit for bit as they went in.
// https://docs.ros.org/en/rolling/Concepts/Basic/About-Interfaces.html
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Geometry>

#include "tether/assist/fixtures/assistance.hpp"
#include "tether/assist/obstacles/obstacle_force.hpp"
#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/control/couplings/obstruction.hpp"
#include "tether/core/describe.hpp"
#include "tether/core/time.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/guard/limits/wrench_bounds.hpp"
#include "tether/link/link.hpp"
#include "tether/record/mcap/mcap_writer.hpp"
#include "tether/signals/tick.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::record::ros2 {

enum class MessageType : std::uint8_t {
  joint_state,
  pose_stamped,
  wrench_stamped,
  link_sample,
  engagement,
  energy,
  guard,
  assist,
  laser_scan,
  drive,
  link_stats,
  event,
  commands,
  change,
  fixture_motion,
  outside,
};

// such as sensor_msgs/msg/JointState
std::string_view name(MessageType type) noexcept;
// the .msg text, followed by those of all messages it is made of (MCAP's ros2msg encoding)
std::string definition(MessageType type);

// a channel of this type, and its schema if the log has none yet
McapChannelId add_channel(McapWriter& log, std::string_view topic, MessageType type);

// a message: its header, and what it is about
template <class Body>
struct Stamped {
  core::Time stamp;
  std::string frame_id;
  Body body;
};

// of a message with this body
struct MessageInfo {
  MessageType type;
  std::string_view name;
  std::string_view about;  // first line of the definition, if any
  bool headed = true;      // it begins with a std_msgs/Header
};
template <class Body>
inline constexpr MessageInfo kMessage{};

using core::Is;
using core::PoseFields;
using core::WrenchFields;

// a sequence that a standard message has and that is always empty
struct NoNumbers {};

struct JointState {
  std::vector<std::string> name;
  std::vector<double> position;  // [rad] or [m]; empty when not measured, as the next two
  std::vector<double> velocity;  // [rad/s] or [m/s]
  std::vector<double> effort;    // [N m] or [N]
};
template <>
inline constexpr MessageInfo kMessage<JointState>{
    MessageType::joint_state, "sensor_msgs/msg/JointState",
    "[rad] or [m], per second, [N m] or [N]; a quantity that is not told is empty"};
template <class Visitor, Is<JointState> Body>
void describe(Visitor& visit, Body& joints) {
  visit("name", joints.name);
  visit("position", joints.position);
  visit("velocity", joints.velocity);
  visit("effort", joints.effort);
}

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
template <>
inline constexpr MessageInfo kMessage<Pose>{MessageType::pose_stamped,
                                            "geometry_msgs/msg/PoseStamped", ""};
template <class Visitor, Is<Pose> Body>
void describe(Visitor& visit, Body& pose) {
  visit("pose", PoseFields{pose.position, pose.orientation});
}

template <>
inline constexpr MessageInfo kMessage<spatial::Wrench>{MessageType::wrench_stamped,
                                                       "geometry_msgs/msg/WrenchStamped", ""};
template <class Visitor, Is<spatial::Wrench> Body>
void describe(Visitor& visit, Body& wrench) {
  visit("wrench", WrenchFields{wrench.force, wrench.torque});
}

template <>
inline constexpr MessageInfo kMessage<signals::Received>{
    MessageType::link_sample, "tether_msgs/msg/LinkSample",
    "What one side took from the link in one tick"};
template <class Visitor, Is<signals::Received> Body>
void describe(Visitor& visit, Body& received) {
  describe_stamp(visit, received.sample);
  visit("fresh", received.fresh, "not there at the tick before");
  visit("arrived", received.arrived, "samples since the tick before, late and repeated ones too");
  describe_content(visit, received.sample);
  visit("valid", received.valid, "something has come in this connection epoch");
  visit("conversation", received.epoch, "counts the runs of the sender");
}

// how far a side is coupled to the other, and what it was commanded to do
struct EngagementState {
  std::uint8_t state = 0;        // control::Engagement
  bool clutch = false;           // pressed at this side's device
  bool resting = false;          // asked to let go
  bool operator_present = true;  // somebody holds this side's device
  bool stop_pressed = false;     // its emergency stop
  friend bool operator==(const EngagementState&, const EngagementState&) = default;
};
template <>
inline constexpr MessageInfo kMessage<EngagementState>{
    MessageType::engagement, "tether_msgs/msg/Engagement",
    "How far a side is coupled to the other; written when it changes"};
template <class Visitor, Is<EngagementState> Body>
void describe(Visitor& visit, Body& engagement) {
  visit("state", engagement.state, "0 waiting, 1 engaging, 2 engaged, 3 holding, 4 clutched");
  visit("clutch", engagement.clutch, "pressed at this side's device");
  visit("resting", engagement.resting, "asked to let go");
  visit("hand_felt", engagement.operator_present, "somebody holds this side's device");
  visit("stop_pressed", engagement.stop_pressed, "its emergency stop");
}

// what somebody outside asked of a side (signals::CommandsTick)
template <>
inline constexpr MessageInfo kMessage<signals::CommandsTick>{
    MessageType::commands, "tether_msgs/msg/Orders",
    "What somebody outside asked of a side; written in the tick that takes it up"};
template <class Visitor, Is<signals::CommandsTick> Body>
void describe(Visitor& visit, Body& commands) {
  auto& jog = commands.jog;
  visit("change", commands.change, "number of the last change of its parts (/changes)");
  visit("jog_number", jog.number, "another one is another order");
  visit("jog_kind", jog.kind, "0 none, 1 at a speed, 2 to a posture");
  visit("jog_space", jog.velocity.space, "of the speed: 0 joints, 1 tool");
  visit("jog_joints", jog.velocity.joints, "[rad/s] or [m/s]");
  visit("jog_angular", jog.velocity.angular, "of the tool, base axes [rad/s]");
  visit("jog_linear", jog.velocity.linear, "[m/s]");
  visit("jog_target", jog.target, "the posture [rad] or [m]");
  visit("jog_by", jog.by, "on the way to it: 0 joints, 1 a straight line of the tool");
}

// a change that somebody outside made (record::ChangeMade)
struct Change {
  std::uint8_t kind = 0;
  std::uint32_t number = 0;
  std::string text;
};
template <>
inline constexpr MessageInfo kMessage<Change>{MessageType::change, "tether_msgs/msg/Change",
                                              "What somebody outside changed in a session"};
template <class Visitor, Is<Change> Body>
void describe(Visitor& visit, Body& change) {
  visit("kind", change.kind, "0 a note, 1 both sides' parts, 2 the stop was reset");
  visit("number", change.number, "by which /leader/orders and /follower/orders name it");
  visit("text", change.text, "assignments of the scenario, one a line; or words");
}

// the energy account of one side, and what moves and is bent there
struct EnergyAccount {
  double tank = 0;
  double reserve = 0;
  double exchanged = 0;
  double received = 0;
  double sent = 0;
  double in_flight = 0;
  double tlc_force = 0;
  double held_back = 0;
  double kinetic = 0;
  double potential = 0;
};
template <>
inline constexpr MessageInfo kMessage<EnergyAccount>{MessageType::energy, "tether_msgs/msg/Energy",
                                                     "The energy account of one side [J]"};
template <class Visitor, Is<EnergyAccount> Body>
void describe(Visitor& visit, Body& account) {
  visit("tank", account.tank);
  visit("reserve", account.reserve);
  visit("exchanged", account.exchanged, "given to the device since the session began");
  visit("received", account.received, "received from the other side since then");
  visit("sent", account.sent, "promised to the other side since then");
  visit("in_flight", account.in_flight, "promised by the other side and not received yet");
  visit("tlc_force", account.tlc_force, "effort of the tank level controller [N m] or [N]");
  visit("held_back", account.held_back, "effort that could not be paid [N m] or [N]");
  visit("kinetic", account.kinetic, "energy of the device's motion");
  visit("potential", account.potential, "in the coupling's spring");
}

// what crossed between a device and the outside, whichever port its account is kept at
template <>
inline constexpr MessageInfo kMessage<signals::OutsideTick>{
    MessageType::outside, "tether_msgs/msg/Outside",
    "Energy at the ports of one side since the session began [J]"};
template <class Visitor, Is<signals::OutsideTick> Body>
void describe(Visitor& visit, Body& outside) {
  visit("taken_in", outside.taken_in, "at the tool: work of hand or world on it");
  visit("taken_in_at_motors", outside.taken_in_at_motors, "at the joints: work against the motors");
  visit("refunded", outside.refunded, "of the device's own losses, to its account");
  visit("kinetic", outside.kinetic, "of the mean motion over the last displacement");
  visit("uncertain", outside.uncertain, "that an error of the measured wrench may hide");
}

// what the guards of one side did in a tick (guard/limits/wrench_bounds.hpp,
// guard/device_guards.hpp)
struct GuardState {
  guard::WrenchBounds::Out bounds;
  guard::DeviceGuardsReport device;
};
template <>
inline constexpr MessageInfo kMessage<GuardState>{
    MessageType::guard, "tether_msgs/msg/Guard",
    "What the guards of one side did in one tick; 0, or a share of 1: nothing"};
template <class Visitor, Is<GuardState> Body>
void describe(Visitor& visit, Body& guard) {
  auto& bounds = guard.bounds;
  auto& device = guard.device;
  visit("energy", bounds.energy, "left in the spring and the leader's motion [J]");
  visit("energy_share", bounds.energy_share, "of the spring's stiffness");
  visit("force_share", bounds.force_share, "of its wrench");
  visit("hand_share", bounds.hand_share, "eased out while no hand is there");
  visit("joint_stops", device.joint_stops, "change of efforts [N m] or [N]");
  visit("joint_speed", device.joint_speed, "the same");
  visit("tool_speed", device.tool_speed, "the same");
  visit("torque_rate", device.torque_rate, "effort still missing [N m] or [N]");
  visit("power", device.power, "taken away [W]");
  visit("fence", device.fence, "force on the tool [N]");
  visit("fence_distance", device.fence_distance, "to the nearest box in force [m]");
  visit("held", device.held, "stored in springs of fence and stops [J]");
  visit("stop", device.stop,
        "0 none, 1 emergency, 2 collision, 3 non_finite, 4 frozen_sensor, 5 joint_speed, "
        "6 limit, 7 device");
  visit("contact", device.contact, "a load above the lower threshold");
}

// what fixtures did in a tick (assist/fixtures/assistance.hpp)
struct AssistState {
  spatial::Wrench at_leader;     // asked for at the leader's tool: base axes, moment about the tool
  double potential = 0;          // [J]
  double energy = 0;             // given to the hand since the session began [J]
  assist::FixtureEffect effect;  // on the follower's tool; `motion` is a message of its own
};
template <>
inline constexpr MessageInfo kMessage<AssistState>{MessageType::assist, "tether_msgs/msg/Assist",
                                                   "What fixtures did in one tick"};
template <class Visitor, Is<AssistState> Body>
void describe(Visitor& visit, Body& assist) {
  auto& effect = assist.effect;
  visit("wrench", WrenchFields{assist.at_leader.force, assist.at_leader.torque},
        "asked for at the leader's tool, base axes");
  visit("at_tool", WrenchFields{effect.at_tool.force, effect.at_tool.torque},
        "of the fixtures on the follower's tool, its base axes");
  visit("potential", assist.potential, "stored, as the hand feels it [J]");
  visit("energy", assist.energy, "given to the hand since the session began [J]");
  visit("potential_at_tool", effect.potential, "stored [J]");
  visit("distance", effect.distance, "to the nearest fixture, negative inside [m]");
  visit("active", effect.active, "fixtures that act");
  visit("nearest", effect.nearest, "id of the nearest one");
}

// the share of a motion that fixtures let through (assist::FixtureEffect::motion), by its columns
struct FixtureMotion {
  spatial::Vector3 x = spatial::Vector3::UnitX();
  spatial::Vector3 y = spatial::Vector3::UnitY();
  spatial::Vector3 z = spatial::Vector3::UnitZ();
};
template <>
inline constexpr MessageInfo kMessage<FixtureMotion>{
    MessageType::fixture_motion, "tether_msgs/msg/FixtureMotion",
    "What fixtures let through of the motion of a hand; written when it changes"};
template <class Visitor, Is<FixtureMotion> Body>
void describe(Visitor& visit, Body& motion) {
  visit("x", motion.x, "of a motion along x, base axes");
  visit("y", motion.y, "along y");
  visit("z", motion.z, "along z");
}

// One turn of a scanner. Angles count from straight ahead, θ − π/2 of ours, in single precision.
struct LaserScan {
  static constexpr float kLeastRange = 0.05F;  // [m]
  static constexpr float kMostRange = 10;      // [m]
  struct Ranges {
    std::uint32_t count = 0;
    std::array<float, assist::kMaxBeams> values{};  // [m]
  };

  float angle_min = 0;
  float angle_max = 0;
  float angle_increment = 0;
  float time_increment = 0;
  float scan_time = 0;
  float range_min = kLeastRange;
  float range_max = kMostRange;
  Ranges ranges;
};
// without beams where their number is one that no scan has
LaserScan to_message(const assist::RangeScan& scan) noexcept;
// its time is the stamp; its running number is not in the message
assist::RangeScan from_message(const Stamped<LaserScan>& message) noexcept;
template <>
inline constexpr MessageInfo kMessage<LaserScan>{
    MessageType::laser_scan, "sensor_msgs/msg/LaserScan",
    "One turn of a scanner. Angles [rad] count from straight ahead, counter-clockwise; ranges\n"
    "# [m]: inf where nothing is in reach, nan where nothing is known; times [s], 0 if not told"};
template <class Visitor, Is<LaserScan> Body>
void describe(Visitor& visit, Body& scan) {
  visit("angle_min", scan.angle_min);
  visit("angle_max", scan.angle_max);
  visit("angle_increment", scan.angle_increment);
  visit("time_increment", scan.time_increment);
  visit("scan_time", scan.scan_time);
  visit("range_min", scan.range_min);
  visit("range_max", scan.range_max);
  visit("ranges", scan.ranges);
  visit("intensities", NoNumbers{});
}

// what one side of a vehicle that is driven by hand knew and did in a tick
struct DriveState {
  control::Obstruction obstruction;  // around the vehicle, as this side knows it
  assist::ObstacleForceOutput felt;  // what it makes the hand feel
  double forward = 0;
  double turn = 0;
  double scan_age = 0;
  std::uint8_t braking = 0;
};
template <>
inline constexpr MessageInfo kMessage<DriveState>{
    MessageType::drive, "tether_msgs/msg/Drive",
    "What one side of a vehicle that is driven by hand knew and did in one tick"};
template <class Visitor, Is<DriveState> Body>
void describe(Visitor& visit, Body& drive) {
  auto& felt = drive.felt;
  visit("obstruction", drive.obstruction, "0 to 1: forward, backward, left, right");
  visit("force", felt.force, "of the obstacles on the handle: right, up, to the person [N]");
  visit("push", felt.push, "stiffness along the way of pushing [N/m]");
  visit("steer", felt.steer, "the same of steering [N/m]");
  visit("potential", felt.potential, "in the bent springs [J]");
  visit("store", felt.store, "that stiffening may draw from [J]");
  visit("forward", drive.forward, "speed that is wanted [m/s]");
  visit("turn", drive.turn, "the same, counter-clockwise [rad/s]");
  visit("scan_age", drive.scan_age, "since the newest scan was complete [s]");
  visit("braking", drive.braking, "1: to rest, whatever the hand wants");
}

// what the link did since the session began
struct LinkCounts {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  double delay = 0;       // of the newest sample [s]
  double round_trip = 0;  // [s]
};
template <>
inline constexpr MessageInfo kMessage<LinkCounts>{MessageType::link_stats,
                                                  "tether_msgs/msg/LinkStats",
                                                  "What the link did since the session began"};
template <class Visitor, Is<LinkCounts> Body>
void describe(Visitor& visit, Body& counts) {
  visit("sent", counts.sent);
  visit("received", counts.received);
  visit("lost", counts.lost);
  visit("duplicated", counts.duplicated);
  visit("delay", counts.delay, "of the newest sample [s]");
  visit("round_trip", counts.round_trip, "[s]");
}

// of texts that are owned, or of such that somebody else owns
template <class Text>
struct BasicEvent {
  core::Time stamp;
  Text what;
  Text detail;
};
using Event = BasicEvent<std::string>;
template <>
inline constexpr MessageInfo kMessage<Event>{MessageType::event, "tether_msgs/msg/Event",
                                             "Something that happened once", false};
template <class Visitor, class Body>
requires Is<Body, Event> || Is<Body, BasicEvent<std::string_view>>
void describe(Visitor& visit, Body& event) {
  visit("stamp", event.stamp);
  visit("what", event.what);
  visit("detail", event.detail);
}

// From the payload of a log message. Throw core::InputError where it is not such a message.
template <class Body>
Stamped<Body> decode(std::span<const std::byte> payload);
Event decode_event(std::span<const std::byte> payload);

}  // namespace tether::record::ros2
