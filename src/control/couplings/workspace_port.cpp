#include "tether/control/couplings/workspace_port.hpp"

namespace tether::control {

CouplingOutput LeaderPort::idle(const CouplingInput& in) const noexcept {
  CouplingOutput out;
  out.setpoint = in.tool;
  out.send.pose = in_workspace(params_.reference, in.tool);
  out.send.twist = of_tool(in.tool, in.twist);
  out.send.external = in.external;
  if (params_.lock_orientation) {
    out.send.pose.rotation.setIdentity();
    out.send.twist.angular.setZero();
    out.send.external.torque.setZero();
  }
  out.target = out.send.pose;
  return out;
}

void LeaderPort::exert(const CouplingInput& in, const spatial::Wrench& at_tool,
                       CouplingOutput& out) const noexcept {
  out.send.wrench.force = at_tool.force;
  if (turns()) out.send.wrench.torque = at_tool.torque;
  out.wrench =
      spatial::Wrench::from_point(out.send.wrench.torque, out.send.wrench.force, in.tool.position);
}

CouplingOutput FollowerPort::idle(const CouplingInput& in) const noexcept {
  CouplingOutput out;
  out.setpoint = in.tool;
  out.send.pose = map_.to_leader(in.tool);
  out.send.twist = map_.to_leader(of_tool(in.tool, in.twist));
  out.send.external = map_.to_leader(in.external);
  out.target = out.send.pose;
  return out;
}

void FollowerPort::exert(const spatial::Wrench& wrench, CouplingOutput& out) const noexcept {
  out.wrench = wrench;
  out.send.wrench =
      map_.to_leader(spatial::Wrench{wrench.torque_at(out.setpoint.position), wrench.force});
}

}  // namespace tether::control
