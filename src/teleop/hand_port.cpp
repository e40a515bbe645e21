#include "tether/teleop/hand_port.hpp"

#include <algorithm>

#include "tether/control/compensation/apparent_inertia.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::teleop {

passivity::Port HandPort::measure(const robot::ChainState& kinematics, bool /*excluded*/,
                                  signals::Tick& tick) noexcept {
  const spatial::Pose& now = kinematics.tool;
  signals::OutsideTick& outside = tick.outside;
  // what was sent counts, not what is measured
  outside.counts = true;
  outside.uncertain = 0;
  outside.effort << -sent_.torque, -sent_.force;

  const robot::Jacobian at_tool = robot::tool_point_jacobian(kinematics);
  passivity::Port port{.tool = now,
                       .origin = origin_,
                       .position = outside.path,
                       .fresh = tick.measured.fresh,
                       .velocity = at_tool * tick.velocity,
                       .applied = outside.effort,
                       .jacobian = robot::Jacobian::Identity(6, 6),
                       .inertia = control::apparent_inertia(at_tool, kinematics.mass_matrix),
                       .damping = {}};
  // turns about the tool, as screws about the base origin
  for (int i = 0; i < 3; ++i) {
    port.jacobian.block<3, 1>(3, i) = -spatial::Vector3::Unit(i).cross(now.position);
  }
  return port;
}

// the arm pays for itself as long as the account holds enough for the hand; nothing else brakes it
passivity::Decision HandPort::decide(const Account& account,
                                     const control::CouplingOutput& coupling,
                                     const robot::JointVector& asked,
                                     signals::Tick& tick) noexcept {
  passivity::Decision decision =
      account.layer.update(account.view, coupling, robot::JointVector::Zero(6));
  tick.energy = account.layer.report();
  tick.energy.tlc_force = 0;
  tick.energy.paid = account.counts ? std::clamp(tick.energy.tank / kLimp, 0.0, 1.0) : 1;
  decision.effort = tick.energy.paid * asked + tick.damping;
  sent_ = decision.send.signals.external;
  return decision;
}

}  // namespace tether::teleop
