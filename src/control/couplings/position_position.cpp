#include "tether/control/couplings/position_position.hpp"

namespace tether::control {

CouplingOutput PositionPositionLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  if (!in.remote_valid || !port_.feels()) return out;
  out.setpoint = port_.at(in.remote.pose);
  // a hand that feels no torque has no spring for turns either
  if (!port_.turns()) out.setpoint.rotation = in.tool.rotation;
  const auto pull = controller_.update(out.setpoint, in.remote.twist, in.tool, in.twist);
  out.potential = pull.potential;
  port_.exert(in, {pull.wrench.torque_at(in.tool.position), pull.wrench.force}, out);
  return out;
}

CouplingOutput PositionPositionFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  if (!in.remote_valid) return out;
  out.target = in.remote.pose;
  out.setpoint = port_.map().to_follower(in.remote.pose);
  const auto pull =
      controller_.update(out.setpoint, port_.map().to_follower(in.remote.twist), in.tool, in.twist);
  out.potential = pull.potential;
  port_.exert(pull.wrench, out);
  return out;
}

}  // namespace tether::control
