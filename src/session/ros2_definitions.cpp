// The .msg texts. Fields and defaults of the standard messages are those of ROS 2; the words are
// ours.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tether/session/ros2_messages.hpp"

namespace tether::session::ros2 {

namespace {

struct Definition {
  std::string_view name;  // package/Type
  std::string_view text;
  std::array<std::string_view, 4> parts;  // messages it is directly made of; the rest is empty
};

// every message comes before those that it is part of
constexpr std::array kDefinitions = std::to_array<Definition>({
    {"builtin_interfaces/Time",
     "# Session time\n"
     "int32 sec\n"
     "uint32 nanosec\n",
     {}},
    {"std_msgs/Header",
     "# When, and in which frame\n"
     "builtin_interfaces/Time stamp\n"
     "string frame_id\n",
     {"builtin_interfaces/Time"}},
    {"geometry_msgs/Vector3",
     "float64 x\n"
     "float64 y\n"
     "float64 z\n",
     {}},
    {"geometry_msgs/Point",
     "# [m]\n"
     "float64 x\n"
     "float64 y\n"
     "float64 z\n",
     {}},
    {"geometry_msgs/Quaternion",
     "float64 x 0\n"
     "float64 y 0\n"
     "float64 z 0\n"
     "float64 w 1\n",
     {}},
    {"geometry_msgs/Pose",
     "Point position\n"
     "Quaternion orientation\n",
     {"geometry_msgs/Point", "geometry_msgs/Quaternion"}},
    {"geometry_msgs/Wrench",
     "# [N] and [N m]\n"
     "Vector3 force\n"
     "Vector3 torque\n",
     {"geometry_msgs/Vector3"}},
    {"sensor_msgs/JointState",
     "# [rad] or [m], per second, [N m] or [N]; a quantity that is not told is empty\n"
     "std_msgs/Header header\n"
     "string[] name\n"
     "float64[] position\n"
     "float64[] velocity\n"
     "float64[] effort\n",
     {"std_msgs/Header"}},
    {"geometry_msgs/PoseStamped",
     "std_msgs/Header header\n"
     "Pose pose\n",
     {"std_msgs/Header", "geometry_msgs/Pose"}},
    {"geometry_msgs/WrenchStamped",
     "std_msgs/Header header\n"
     "Wrench wrench\n",
     {"std_msgs/Header", "geometry_msgs/Wrench"}},
    {"tether_msgs/LinkSample",
     "# What one side took from the link in one tick\n"
     "std_msgs/Header header\n"
     "uint32 sequence               # given by the sender\n"
     "builtin_interfaces/Time sent  # session time of the sender\n"
     "bool fresh                    # not there at the tick before\n"
     "uint32 arrived                # samples since the tick before, late and repeated ones too\n"
     "bool echoes                   # the sender had heard something\n"
     "builtin_interfaces/Time echo  # stamp of the newest that it had heard\n"
     "int64 held                    # from hearing that to sending this [ns]\n"
     "geometry_msgs/Pose pose\n"
     "geometry_msgs/Wrench wrench\n"
     "float64 energy                # counter of all that was promised [J]\n"
     "geometry_msgs/Vector3 wave    # integral of the wave [W^0.5 s]\n"
     "float64 kinetic               # energy of the motion of the sender's device [J]\n"
     "geometry_msgs/Vector3 angular    # how the sender's tool turns [rad/s]\n"
     "geometry_msgs/Vector3 linear     # velocity of its tool [m/s]\n"
     "geometry_msgs/Wrench external    # of hand or world on its tool, as measured\n"
     "float32[4] obstruction        # 0 to 1: forward, backward, left, right\n"
     "geometry_msgs/Vector3 angular_acceleration  # of its tool [rad/s^2]\n"
     "geometry_msgs/Vector3 linear_acceleration   # of its tool [m/s^2]\n"
     "uint8 method                  # of the sender's energy account\n"
     "uint8 engagement              # 0 waiting, 1 engaging, 2 engaged, 3 holding, 4 clutched\n"
     "uint8 coupling                # 0 position-force, 1 position-position, 2 four-channel, 3 "
     "rate, 4 drive, 5 force-position\n"
     "bool valid                    # something has come in this conversation\n"
     "uint32 conversation           # counts the runs of the sender\n",
     {"std_msgs/Header", "builtin_interfaces/Time", "geometry_msgs/Pose", "geometry_msgs/Wrench"}},
    {"tether_msgs/Engagement",
     "# How far a side is coupled to the other; told when it changes\n"
     "std_msgs/Header header\n"
     "uint8 state   # 0 waiting, 1 engaging, 2 engaged, 3 holding, 4 clutched\n"
     "bool clutch   # pressed at this side's device\n"
     "bool resting  # asked to let go\n"
     "bool hand_felt     # somebody holds this side's device\n"
     "bool stop_pressed  # its emergency stop\n",
     {"std_msgs/Header"}},
    {"tether_msgs/Energy",
     "# The energy account of one side [J]\n"
     "std_msgs/Header header\n"
     "float64 tank\n"
     "float64 reserve\n"
     "float64 exchanged  # given to the device since the session began\n"
     "float64 received   # heard from the other side since then\n"
     "float64 sent       # promised to the other side since then\n"
     "float64 in_flight  # promised by the other side and not heard yet\n"
     "float64 tlc_force  # effort of the tank level controller [N m] or [N]\n"
     "float64 held_back  # effort that could not be paid [N m] or [N]\n"
     "float64 kinetic    # energy of the device's motion\n"
     "float64 potential  # in the coupling's spring\n",
     {"std_msgs/Header"}},
    {"tether_msgs/Guard",
     "# What the guards of one side did in one tick; 0, or a share of 1: nothing\n"
     "std_msgs/Header header\n"
     "float64 energy          # left in the spring and the leader's motion [J]\n"
     "float64 energy_share    # of the spring's stiffness\n"
     "float64 force_share     # of its wrench\n"
     "float64 hand_share      # eased out while no hand is there\n"
     "float64 joint_stops     # change of efforts [N m] or [N]\n"
     "float64 joint_speed     # the same\n"
     "float64 tool_speed      # the same\n"
     "float64 torque_rate     # effort still missing [N m] or [N]\n"
     "float64 power           # taken away [W]\n"
     "float64 fence           # force on the tool [N]\n"
     "float64 fence_distance  # to the nearest box in force [m]\n"
     "float64 held            # stored in springs of fence and stops [J]\n"
     "uint8 stop              # 0 none, 1 emergency, 2 collision, 3 non_finite, 4 frozen_sensor,\n"
     "                        # 5 joint_speed, 6 limit, 7 device\n"
     "bool contact            # a load above the lower threshold\n",
     {"std_msgs/Header"}},
    {"tether_msgs/Assist",
     "# What fixtures did in one tick\n"
     "std_msgs/Header header\n"
     "geometry_msgs/Wrench wrench    # asked for at the leader's tool, base axes\n"
     "geometry_msgs/Wrench at_tool   # of the fixtures on the follower's tool, its base axes\n"
     "float64 potential              # stored, as the hand feels it [J]\n"
     "float64 energy                 # given to the hand since the session began [J]\n"
     "float64 potential_at_tool      # stored [J]\n"
     "float64 distance               # to the nearest fixture, negative inside [m]\n"
     "int32 active                   # fixtures that act\n"
     "int32 nearest                  # id of the nearest one\n",
     {"std_msgs/Header", "geometry_msgs/Wrench"}},
    {"sensor_msgs/LaserScan",
     "# One turn of a scanner. Angles [rad] count from straight ahead, counter-clockwise; ranges\n"
     "# [m]: inf where nothing is in reach, nan where nothing is known; times [s], 0 if not told\n"
     "std_msgs/Header header\n"
     "float32 angle_min\n"
     "float32 angle_max\n"
     "float32 angle_increment\n"
     "float32 time_increment\n"
     "float32 scan_time\n"
     "float32 range_min\n"
     "float32 range_max\n"
     "float32[] ranges\n"
     "float32[] intensities\n",
     {"std_msgs/Header"}},
    {"tether_msgs/Drive",
     "# What one side of a vehicle that is driven by hand knew and did in one tick\n"
     "std_msgs/Header header\n"
     "float64[4] obstruction       # 0 to 1: forward, backward, left, right\n"
     "geometry_msgs/Vector3 force  # of the obstacles on the handle: right, up, to the person [N]\n"
     "float64 push                 # stiffness along the way of pushing [N/m]\n"
     "float64 steer                # the same of steering [N/m]\n"
     "float64 potential            # in the bent springs [J]\n"
     "float64 store                # that stiffening may draw from [J]\n"
     "float64 forward              # speed that is wanted [m/s]\n"
     "float64 turn                 # the same, counter-clockwise [rad/s]\n"
     "float64 scan_age             # since the newest scan was complete [s]\n"
     "uint8 braking                # 1: to rest, whatever the hand wants\n",
     {"std_msgs/Header", "geometry_msgs/Vector3"}},
    {"tether_msgs/LinkStats",
     "# What the link did since the session began\n"
     "std_msgs/Header header\n"
     "uint64 sent\n"
     "uint64 received\n"
     "uint64 lost\n"
     "uint64 duplicated\n"
     "float64 delay       # of the newest sample [s]\n"
     "float64 round_trip  # [s]\n",
     {"std_msgs/Header"}},
    {"tether_msgs/Event",
     "# Something that happened once\n"
     "builtin_interfaces/Time stamp\n"
     "string what\n"
     "string detail\n",
     {"builtin_interfaces/Time"}},
});

const Definition& find(std::string_view name) {
  return *std::ranges::find(kDefinitions, name, &Definition::name);
}

// the parts of `whole` and theirs, each once, in the order they are first met
void collect_parts(const Definition& whole, std::vector<std::string_view>& found) {
  for (const std::string_view part : whole.parts) {
    if (part.empty()) return;
    if (std::ranges::find(found, part) == found.end()) found.push_back(part);
    collect_parts(find(part), found);
  }
}

// package/Type, as messages refer to each other
std::string short_name(MessageType type) {
  constexpr std::string_view kMiddle = "/msg";
  std::string text(name(type));
  return text.erase(text.find(kMiddle), kMiddle.size());
}

}  // namespace

std::string_view name(MessageType type) noexcept {
  switch (type) {
    case MessageType::joint_state:
      return "sensor_msgs/msg/JointState";
    case MessageType::pose_stamped:
      return "geometry_msgs/msg/PoseStamped";
    case MessageType::wrench_stamped:
      return "geometry_msgs/msg/WrenchStamped";
    case MessageType::link_sample:
      return "tether_msgs/msg/LinkSample";
    case MessageType::engagement:
      return "tether_msgs/msg/Engagement";
    case MessageType::energy:
      return "tether_msgs/msg/Energy";
    case MessageType::guard:
      return "tether_msgs/msg/Guard";
    case MessageType::assist:
      return "tether_msgs/msg/Assist";
    case MessageType::laser_scan:
      return "sensor_msgs/msg/LaserScan";
    case MessageType::drive:
      return "tether_msgs/msg/Drive";
    case MessageType::link_stats:
      return "tether_msgs/msg/LinkStats";
    case MessageType::event:
      return "tether_msgs/msg/Event";
  }
  return {};
}

std::string definition(MessageType type) {
  const Definition& whole = find(short_name(type));
  std::vector<std::string_view> parts;
  collect_parts(whole, parts);

  std::string text(whole.text);
  for (const std::string_view part : parts) {
    text.append(80, '=').append("\nMSG: ").append(part).append("\n");
    text.append(find(part).text);
  }
  return text;
}

McapChannelId add_channel(McapWriter& log, std::string_view topic, MessageType type) {
  const McapSchemaId schema = log.add_schema(name(type), "ros2msg", definition(type));
  // rosbag2 asks for the key; an empty list of profiles means its own default
  return log.add_channel(topic, schema, {{"offered_qos_profiles", ""}}, "cdr");
}

}  // namespace tether::session::ros2
