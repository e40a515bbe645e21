// Poses and forces as DDS messages.
#include "assistant/protocol/fixture_messages.hpp"

namespace tether::assistant {

ForceMessage to_message(const spatial::Wrench& at_tool) noexcept {
  ForceMessage message;
  for (int i = 0; i < 3; ++i) {
    message.tcp_force[i] = at_tool.force[i];
    message.tcp_torque[i] = at_tool.torque[i];
  }
  return message;
}

spatial::Wrench from_message(const ForceMessage& message) noexcept {
  return {spatial::Vector3(message.tcp_torque), spatial::Vector3(message.tcp_force)};
}

PositionMessage to_message(const ToolPose& pose) noexcept {
  PositionMessage message;
  matrix_of_pose(pose.last_frame, message.transformation);
  matrix_of_pose(pose.tool_offset, message.tcp_offset);
  return message;
}

std::optional<ToolPose> from_message(const PositionMessage& message) noexcept {
  const auto last_frame = pose_of_matrix(message.transformation);
  const auto tool_offset = pose_of_matrix(message.tcp_offset);
  if (!last_frame || !tool_offset) return {};
  return ToolPose{*last_frame, *tool_offset};
}

}  // namespace tether::assistant
