#include "tether/control/couplings/workspace.hpp"

namespace tether::control {

spatial::Pose WorkspaceMap::to_follower(const spatial::Pose& place) const noexcept {
  const spatial::Matrix3& m = params_.rotation;
  return {m * place.rotation * m.transpose() * params_.offset.rotation,
          params_.offset.position + params_.scale * (m * place.position)};
}

spatial::Pose WorkspaceMap::to_leader(const spatial::Pose& tool) const noexcept {
  const spatial::Matrix3& m = params_.rotation;
  return {m.transpose() * tool.rotation * params_.offset.rotation.transpose() * m,
          m.transpose() * (tool.position - params_.offset.position) / params_.scale};
}

spatial::Wrench WorkspaceMap::to_leader(const spatial::Wrench& at_tool) const noexcept {
  const spatial::Matrix3& m = params_.rotation;
  return {m.transpose() * at_tool.torque, params_.scale * (m.transpose() * at_tool.force)};
}

spatial::Wrench WorkspaceMap::to_follower(const spatial::Wrench& at_tool) const noexcept {
  const spatial::Matrix3& m = params_.rotation;
  return {m * at_tool.torque, (m * at_tool.force) / params_.scale};
}

spatial::Twist WorkspaceMap::to_leader(const spatial::Twist& of_tool) const noexcept {
  const spatial::Matrix3& m = params_.rotation;
  return {m.transpose() * of_tool.angular, (m.transpose() * of_tool.linear) / params_.scale};
}

spatial::Twist WorkspaceMap::to_follower(const spatial::Twist& of_tool) const noexcept {
  const spatial::Matrix3& m = params_.rotation;
  return {m * of_tool.angular, params_.scale * (m * of_tool.linear)};
}

}  // namespace tether::control
