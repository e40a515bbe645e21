#include "tether/control/position_force.hpp"

namespace tether::control {

CouplingOutput PositionForceLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out;
  out.setpoint = in.tool;
  out.send.pose = in.tool;
  if (in.remote_valid) {
    const spatial::Vector3 force = -in.remote.wrench.force;
    out.wrench = spatial::Wrench::from_point(spatial::Vector3::Zero(), force, in.tool.position);
    out.send.wrench = {spatial::Vector3::Zero(), force};
  }
  return out;
}

PositionForceFollower::PositionForceFollower(const PositionForceFollowerParams& params) noexcept
    : spring_(params.stiffness), offset_(params.offset), modulation_(params.modulation) {}

CouplingOutput PositionForceFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out;
  // until the leader is heard the spring rests where the tool is: it pulls nowhere
  out.setpoint = in.remote_valid
                     ? spatial::Pose{offset_.rotation, offset_.position + in.remote.pose.position}
                     : in.tool;
  const double full = spring_.potential(out.setpoint, in.tool);
  out.stiffness = modulation_.update(in.round_trip, in.loss, full, in.budget);
  out.wrench = out.stiffness * spring_.wrench(out.setpoint, in.tool);
  out.potential = out.stiffness * full;
  out.send.pose = {offset_.rotation.transpose() * in.tool.rotation,
                   in.tool.position - offset_.position};
  out.send.wrench = {out.wrench.torque_at(in.tool.position), out.wrench.force};
  return out;
}

}  // namespace tether::control
