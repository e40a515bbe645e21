#include "tether/control/position_force.hpp"

namespace tether::control {

CouplingOutput PositionForceLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out;
  out.setpoint = in.tool;
  out.send.pose = in_workspace(params_.reference, in.tool);
  if (!in.remote_valid || !params_.feedback) return out;
  out.send.wrench.force = -in.remote.wrench.force;
  if (params_.torque) out.send.wrench.torque = -in.remote.wrench.torque;
  out.wrench =
      spatial::Wrench::from_point(out.send.wrench.torque, out.send.wrench.force, in.tool.position);
  return out;
}

PositionForceFollower::PositionForceFollower(const PositionForceFollowerParams& params) noexcept
    : spring_(params.stiffness), map_(params.map), modulation_(params.modulation) {}

CouplingOutput PositionForceFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out;
  // until the leader is heard the spring rests where the tool is: it pulls nowhere
  out.setpoint = in.remote_valid ? map_.to_follower(in.remote.pose) : in.tool;
  const double full = spring_.potential(out.setpoint, in.tool);
  out.stiffness = modulation_.update(in.round_trip, in.loss, full, in.budget);
  out.wrench = out.stiffness * spring_.wrench(out.setpoint, in.tool);
  out.potential = out.stiffness * full;
  out.send.pose = map_.to_leader(in.tool);
  // about the end of the spring that the leader moves, which is where its work is done
  out.send.wrench = map_.to_leader(
      spatial::Wrench{out.wrench.torque_at(out.setpoint.position), out.wrench.force});
  return out;
}

}  // namespace tether::control
