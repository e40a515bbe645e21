// Where the follower's tool is wanted for a place of the leader's, and back. The leader's workspace
// is told from a reference pose of its tool, along its base axes:
//   Δp = p − p_ref,              ΔR = R R_refᵀ
// The follower takes it scaled by s and turned by R_m, from its own reference H_o = [R_o, p_o]:
//   p = p_o + s R_m Δp,          R = R_m ΔR R_mᵀ R_o                                          [m]
// A wrench at the follower's tool is felt at the leader's so that both sides see the same power:
//   F_leader = s R_mᵀ F,         τ_leader = R_mᵀ τ                                     [N], [N m]
// With s < 1 the follower moves less and the hand feels less: forces can be scaled up by a device
// that is strong enough only at the price of that power balance, so there is no such parameter.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::control {

// the leader's tool, told from its reference
inline spatial::Pose in_workspace(const spatial::Pose& reference,
                                  const spatial::Pose& tool) noexcept {
  return {tool.rotation * reference.rotation.transpose(), tool.position - reference.position};
}

struct WorkspaceMapParams {
  spatial::Pose offset;  // H_o: the follower's tool when the leader is at its reference
  double scale = 1;      // s: metres of the follower per metre of the leader
  spatial::Matrix3 rotation = spatial::Matrix3::Identity();  // R_m: leader's axes in the follower's
};

class WorkspaceMap {
 public:
  explicit WorkspaceMap(const WorkspaceMapParams& params) noexcept : params_(params) {}

  // where the follower's tool is wanted, base frame
  spatial::Pose to_follower(const spatial::Pose& place) const noexcept {
    const spatial::Matrix3& m = params_.rotation;
    return {m * place.rotation * m.transpose() * params_.offset.rotation,
            params_.offset.position + params_.scale * (m * place.position)};
  }
  // the follower's tool in the leader's workspace
  spatial::Pose to_leader(const spatial::Pose& tool) const noexcept {
    const spatial::Matrix3& m = params_.rotation;
    return {m.transpose() * tool.rotation * params_.offset.rotation.transpose() * m,
            m.transpose() * (tool.position - params_.offset.position) / params_.scale};
  }
  // force, and torque about the tool
  spatial::Wrench to_leader(const spatial::Wrench& at_tool) const noexcept {
    const spatial::Matrix3& m = params_.rotation;
    return {m.transpose() * at_tool.torque, params_.scale * (m.transpose() * at_tool.force)};
  }

 private:
  WorkspaceMapParams params_;
};

}  // namespace tether::control
