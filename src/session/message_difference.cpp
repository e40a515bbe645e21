#include "tether/session/message_difference.hpp"

#include <bit>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::session {
namespace {

// the fields of a message as a list, text for those that are not numbers
struct Field {
  std::string name;
  double number = 0;
  std::string text = {};

  bool same_as(const Field& other) const {
    return name == other.name && text == other.text &&
           std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(other.number);
  }
  std::string value() const { return text.empty() ? fmt::format("{}", number) : text; }
};
using FieldList = std::vector<Field>;

constexpr const char* kAxes[] = {"x", "y", "z"};

void add(FieldList& list, std::string_view name, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    list.push_back({fmt::format("{}[{}]", name, i), values[i]});
  }
}

void add(FieldList& list, std::string_view name, const spatial::Vector3& v) {
  for (int i = 0; i < 3; ++i) list.push_back({fmt::format("{}.{}", name, kAxes[i]), v[i]});
}

void add(FieldList& list, const ros2::Pose& pose) {
  add(list, "position", pose.position);
  add(list, "orientation", pose.orientation.vec());
  list.push_back({"orientation.w", pose.orientation.w()});
}

void add(FieldList& list, const spatial::Wrench& wrench) {
  add(list, "force", wrench.force);
  add(list, "torque", wrench.torque);
}

FieldList fields(ros2::MessageType type, std::span<const std::byte> payload) {
  using ros2::MessageType;
  FieldList list;
  switch (type) {
    case MessageType::joint_state: {
      const auto m = ros2::decode_joint_state(payload);
      add(list, "position", m.position);
      add(list, "velocity", m.velocity);
      add(list, "effort", m.effort);
      break;
    }
    case MessageType::pose_stamped:
      add(list, ros2::decode_pose_stamped(payload).pose);
      break;
    case MessageType::wrench_stamped:
      add(list, ros2::decode_wrench_stamped(payload).wrench);
      break;
    case MessageType::link_sample: {
      const auto m = ros2::decode_link_sample(payload);
      const link::Sample& s = m.received.sample;
      list.push_back({"sequence", static_cast<double>(s.sequence)});
      list.push_back({"sent", core::seconds(s.sent)});
      list.push_back({"fresh", m.received.fresh ? 1.0 : 0.0});
      list.push_back({"arrived", static_cast<double>(m.received.arrived)});
      list.push_back({"echoes", s.echoes ? 1.0 : 0.0});
      list.push_back({"echo", core::seconds(s.echo)});
      list.push_back({"held", core::seconds(s.held)});
      add(list, {s.position, s.orientation});
      add(list, {s.torque, s.force});
      list.push_back({"energy", s.energy});
      add(list, "wave", s.wave);
      list.push_back({"kinetic", s.kinetic});
      add(list, "angular", s.angular.cast<double>());
      add(list, "linear", s.linear.cast<double>());
      add(list, "external_torque", s.external_torque.cast<double>());
      add(list, "external_force", s.external_force.cast<double>());
      for (int i = 0; i < 4; ++i) {
        list.push_back({fmt::format("obstruction[{}]", i), s.obstruction[i]});
      }
      add(list, "angular_acceleration", s.angular_acceleration.cast<double>());
      add(list, "linear_acceleration", s.linear_acceleration.cast<double>());
      list.push_back({"method", static_cast<double>(s.method)});
      list.push_back({"engagement", static_cast<double>(s.engagement)});
      list.push_back({"coupling", static_cast<double>(s.coupling)});
      list.push_back({"valid", m.received.valid ? 1.0 : 0.0});
      list.push_back({"conversation", static_cast<double>(m.received.conversation)});
      break;
    }
    case MessageType::engagement: {
      const auto e = ros2::decode_engagement(payload).state;
      list.push_back({"state", static_cast<double>(e.state)});
      list.push_back({"clutch", e.clutch ? 1.0 : 0.0});
      list.push_back({"resting", e.resting ? 1.0 : 0.0});
      list.push_back({"hand_felt", e.hand_felt ? 1.0 : 0.0});
      list.push_back({"stop_pressed", e.stop_pressed ? 1.0 : 0.0});
      break;
    }
    case MessageType::energy: {
      const auto a = ros2::decode_energy(payload).account;
      list.push_back({"tank", a.tank});
      list.push_back({"reserve", a.reserve});
      list.push_back({"exchanged", a.exchanged});
      list.push_back({"received", a.received});
      list.push_back({"sent", a.sent});
      list.push_back({"in_flight", a.in_flight});
      list.push_back({"tlc_force", a.tlc_force});
      list.push_back({"held_back", a.held_back});
      list.push_back({"kinetic", a.kinetic});
      list.push_back({"potential", a.potential});
      break;
    }
    case MessageType::guard: {
      const auto m = ros2::decode_guard(payload);
      list.push_back({"energy", m.bounds.energy});
      list.push_back({"energy_share", m.bounds.energy_share});
      list.push_back({"force_share", m.bounds.force_share});
      list.push_back({"hand_share", m.bounds.hand_share});
      list.push_back({"joint_stops", m.device.joint_stops});
      list.push_back({"joint_speed", m.device.joint_speed});
      list.push_back({"tool_speed", m.device.tool_speed});
      list.push_back({"torque_rate", m.device.torque_rate});
      list.push_back({"power", m.device.power});
      list.push_back({"fence", m.device.fence});
      list.push_back({"fence_distance", m.device.fence_distance});
      list.push_back({"held", m.device.held});
      list.push_back({"stop", static_cast<double>(m.device.stop)});
      list.push_back({"contact", m.device.contact ? 1.0 : 0.0});
      break;
    }
    case MessageType::assist: {
      const auto m = ros2::decode_assist(payload).state;
      add(list, m.at_leader);
      add(list, "at_tool.force", m.effect.at_tool.force);
      add(list, "at_tool.torque", m.effect.at_tool.torque);
      list.push_back({"potential", m.potential});
      list.push_back({"energy", m.energy});
      list.push_back({"potential_at_tool", m.effect.potential});
      list.push_back({"distance", m.effect.distance});
      list.push_back({"active", static_cast<double>(m.effect.active)});
      list.push_back({"nearest", static_cast<double>(m.effect.nearest)});
      break;
    }
    case MessageType::laser_scan: {
      const auto scan = ros2::decode_laser_scan(payload).scan;
      list.push_back({"first_angle", scan.first_angle});
      list.push_back({"angle_step", scan.angle_step});
      add(list, "ranges",
          std::vector<double>(scan.ranges.begin(), scan.ranges.begin() + scan.count));
      break;
    }
    case MessageType::drive: {
      const auto m = ros2::decode_drive(payload).state;
      add(list, "obstruction",
          std::vector<double>{m.obstruction.forward, m.obstruction.backward, m.obstruction.left,
                              m.obstruction.right});
      add(list, "force", m.felt.force);
      list.push_back({"push", m.felt.push});
      list.push_back({"steer", m.felt.steer});
      list.push_back({"potential", m.felt.potential});
      list.push_back({"store", m.felt.store});
      list.push_back({"forward", m.forward});
      list.push_back({"turn", m.turn});
      list.push_back({"scan_age", m.scan_age});
      list.push_back({"braking", static_cast<double>(m.braking)});
      break;
    }
    case MessageType::link_stats: {
      const auto m = ros2::decode_link_stats(payload).counts;
      list.push_back({"sent", static_cast<double>(m.sent)});
      list.push_back({"received", static_cast<double>(m.received)});
      list.push_back({"lost", static_cast<double>(m.lost)});
      list.push_back({"duplicated", static_cast<double>(m.duplicated)});
      list.push_back({"delay", m.delay});
      list.push_back({"round_trip", m.round_trip});
      break;
    }
    case MessageType::event: {
      const auto m = ros2::decode_event(payload);
      list.push_back({"what", 0, m.what});
      list.push_back({"detail", 0, m.detail});
      break;
    }
  }
  return list;
}

}  // namespace

std::string first_difference(ros2::MessageType type, std::span<const std::byte> recorded,
                             std::span<const std::byte> replayed) {
  try {
    const FieldList a = fields(type, recorded);
    const FieldList b = fields(type, replayed);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (!a[i].same_as(b[i])) {
        return fmt::format("{}: recorded {}, replayed {}", a[i].name, a[i].value(), b[i].value());
      }
    }
  } catch (const core::InputError& e) {
    return fmt::format("the recorded message cannot be decoded ({})", e.what());
  }
  return fmt::format("{} bytes recorded, {} replayed", recorded.size(), replayed.size());
}

}  // namespace tether::session
