// Where the follower's tool is wanted for a place of the leader's, and back. The leader's workspace
// is measured from a reference pose of its tool, along its base axes:
//   Δp = p − p_ref,              ΔR = R R_refᵀ
// The follower takes it scaled by s and turned by R_m, from its own reference H_o = [R_o, p_o]:
//   p = p_o + s R_m Δp,          R = R_m ΔR R_mᵀ R_o                                          [m]
// A wrench at the follower's tool is felt at the leader's so that both sides see the same power:
//   F_leader = s R_mᵀ F,         τ_leader = R_mᵀ τ                                     [N], [N m]
// With s < 1 the follower moves less and the hand feels less. Twists and wrenches are those of the
// tool itself: its velocity, and torque about it. A hand that shall feel more, or less, is the
// couplings' affair (force_scale): then power is not balanced, and the energy account pays.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::control {

// the leader's tool, measured from its reference
inline spatial::Pose in_workspace(const spatial::Pose& reference,
                                  const spatial::Pose& tool) noexcept {
  return {tool.rotation * reference.rotation.transpose(), tool.position - reference.position};
}

// how a tool turns, and the velocity of the tool itself
inline spatial::Twist of_tool(const spatial::Pose& tool, const spatial::Twist& twist) noexcept {
  return {twist.angular, twist.velocity_at(tool.position)};
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
  spatial::Pose to_follower(const spatial::Pose& place) const noexcept;
  // the follower's tool in the leader's workspace
  spatial::Pose to_leader(const spatial::Pose& tool) const noexcept;
  // force, and torque about the tool
  spatial::Wrench to_leader(const spatial::Wrench& at_tool) const noexcept;

  // the same way round
  spatial::Wrench to_follower(const spatial::Wrench& at_tool) const noexcept;
  // turning, and velocity of the tool
  spatial::Twist to_leader(const spatial::Twist& of_tool) const noexcept;
  spatial::Twist to_follower(const spatial::Twist& of_tool) const noexcept;

 private:
  WorkspaceMapParams params_;
};

}  // namespace tether::control
