#include "tether/control/couplings/position_force.hpp"

namespace tether::control {

CouplingOutput PositionForceLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  if (in.remote_valid && port_.feels()) port_.exert(in, -(force_scale_ * in.remote.wrench), out);
  return out;
}

PositionForceFollower::PositionForceFollower(const PositionForceFollowerParams& params) noexcept
    : spring_(params.stiffness),
      port_(params.map),
      modulation_(params.modulation),
      reflect_(params.reflect),
      measured_(params.measured) {}

CouplingOutput PositionForceFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  // until the leader is received the spring rests where the tool is: it pulls nowhere
  if (in.remote_valid) {
    out.target = in.remote.pose;
    out.setpoint = port_.map().to_follower(in.remote.pose);
  }
  const double full = spring_.potential(out.setpoint, in.tool);
  out.stiffness = modulation_.update(in.round_trip, in.loss, full, in.budget);
  out.potential = out.stiffness * full;
  port_.exert(out.stiffness * spring_.wrench(out.setpoint, in.tool), out);
  if (reflect_ == Reflect::measured) out.send.wrench = -measured_.update(out.send.external);
  return out;
}

}  // namespace tether::control
