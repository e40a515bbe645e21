#include "tether/teleop/energy_port.hpp"

namespace tether::teleop {

passivity::Port JointPort::measure(const robot::ChainState& kinematics, bool excluded,
                                   signals::Tick& tick) noexcept {
  if (excluded) tick.damping.setZero();
  passivity::Port port{.tool = tick.tool,
                       .origin = params_.origin,
                       .position = tick.measured.position,
                       .fresh = tick.measured.fresh,
                       .velocity = tick.velocity,
                       .applied = params_.power_scale * tick.measured.applied,
                       .jacobian = kinematics.jacobian,
                       .inertia = params_.power_scale * kinematics.mass_matrix,
                       .damping = params_.power_scale * tick.damping,
                       .held = params_.power_scale * tick.guard.held,
                       .stored = params_.power_scale * tick.coupling.stored};
  if (excluded) port.applied.setZero();
  return port;
}

passivity::Decision JointPort::decide(const Account& account,
                                      const control::CouplingOutput& coupling,
                                      const robot::JointVector& asked,
                                      signals::Tick& tick) noexcept {
  passivity::Decision decision =
      account.layer.update(account.view, coupling, params_.power_scale * asked);
  decision.effort /= params_.power_scale;
  tick.energy = account.layer.report();
  return decision;
}

robot::JointVector JointPort::pay(const Account& account, const robot::JointVector& effort,
                                  signals::Tick& tick) noexcept {
  const robot::JointVector paid =
      account.layer.pay(params_.power_scale * effort) / params_.power_scale;
  tick.energy = account.layer.report();
  return paid;
}

bool JointPort::covers(const Account& account, const robot::JointVector& effort) noexcept {
  return account.layer.covers(params_.power_scale * effort);
}

}  // namespace tether::teleop
