#include "session/replay/recorded_side.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::session {

void RecordedSide::take(const Recorded& message) {
  const std::string prefix = std::string("/") + signals::name(name) + "/";
  if (!message.topic.starts_with(prefix)) return;
  const auto topic = std::string_view(message.topic).substr(prefix.size());
  if (topic == "measured_js") {
    const auto stamped = record::ros2::decode<record::ros2::JointState>(message.payload);
    const record::ros2::JointState& m = stamped.body;
    if (m.position.size() != static_cast<std::size_t>(device.chain().joint_count) ||
        m.effort.size() != m.position.size()) {
      throw core::InputError(fmt::format("{} has {} joints in the log, {} now", device.chain().name,
                                         m.position.size(), device.chain().joint_count));
    }
    made = true;
    now = message.time;
    device.state.fresh = stamped.stamp > device.state.stamp;
    device.state.stamp = stamped.stamp;
    std::copy(m.position.begin(), m.position.end(), device.state.position.data());
    std::copy(m.effort.begin(), m.effort.end(), device.state.applied.data());
  } else if (topic == "actual_cp") {
    // for those who judge, as in the session itself
    device.state.actual =
        from_message(record::ros2::decode<record::ros2::Pose>(message.payload).body);
  } else if (topic == "measured_cf") {
    device.state.external_at_tool = record::ros2::decode<spatial::Wrench>(message.payload).body;
  } else if (topic == "engagement") {
    const auto m = record::ros2::decode<record::ros2::EngagementState>(message.payload).body;
    device.state.clutch = m.clutch;
    device.state.operator_present = m.operator_present;
    device.state.stop_pressed = m.stop_pressed;
    duty = m.resting ? teleop::Duty::rest : teleop::Duty::work;
  } else if (topic == "orders") {
    commands = record::ros2::decode<signals::CommandsTick>(message.payload).body;
    if (commands.change > exchanges.size()) {
      throw core::InputError(
          fmt::format("change {} was made, but is not in the log", commands.change));
    }
  } else if (topic == "assist") {
    const spatial::Matrix3 motion = inputs.effect.motion;
    inputs.effect = record::ros2::decode<record::ros2::AssistState>(message.payload).body.effect;
    inputs.effect.motion = motion;
  } else if (topic == "fixture_motion") {
    const auto m = record::ros2::decode<record::ros2::FixtureMotion>(message.payload).body;
    inputs.effect.motion << m.x, m.y, m.z;
  } else if (topic == "scan") {
    inputs.scanner.take(record::ros2::decode<record::ros2::LaserScan>(message.payload));
  } else if (topic == "received") {
    endpoint.received = record::ros2::decode<signals::Received>(message.payload).body;
  }
}

void RecordedSide::take_fault(const Recorded& message) {
  if (message.topic != "/events") return;
  const auto event = record::ros2::decode_event(message.payload);
  const std::string stage = std::string(signals::name(name)) + " device";
  for (const auto kind : {core::FaultKind::device, core::FaultKind::physics}) {
    if (event.what == fmt::format("fault_{}", core::name(kind)) &&
        event.detail.starts_with(stage)) {
      device.state.fault = {.kind = kind};
    }
  }
}

void RecordedSide::tick() noexcept {
  if (!made) {
    latest = repeated(latest);
    return;
  }
  changes.apply(now, side);
  while (taken < commands.change) side.replace(*exchanges[taken++]);
  if (commands.jog.number > 0) side.jog(commands.jog);
  latest = side.tick(now, duty);
  made = false;
  ever = true;
}

}  // namespace tether::session
