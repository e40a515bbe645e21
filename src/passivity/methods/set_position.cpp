#include "tether/passivity/methods/set_position.hpp"

#include <algorithm>
#include <cmath>

namespace tether::passivity {

SetPosition::SetPosition(const SetPositionParams& params, Role role,
                         const PortMotionParams& port) noexcept
    : Accounted(port), params_(params), role_(role) {}

Admitted SetPosition::receive(const Port& port, const ReceivedMessage& received) noexcept {
  settle(port, received);
  if (received.valid) share(params_.share);
  Admitted out{received.valid, received.message.signals, tank_.level()};
  if (!received.valid || (role_ == Role::follower && !placed_)) return out;

  // the follower's tool is known in the leader's workspace since the last tick
  const spatial::Vector3 x = role_ == Role::leader ? (port.tool.position - port.origin) : tool_;
  const spatial::Vector3 away = received.message.signals.pose.position - x;
  const double reach =
      std::sqrt(2 * std::max(tank_.level() - motion_.committed(), 0.0) / params_.stiffness);
  const double distance = away.norm();
  const spatial::Vector3 stretch = distance > reach ? (reach / distance) * away : away;
  out.remote.pose.position = x + stretch;
  if (role_ == Role::leader) {
    // a leader that does not pull by itself applies the opposite of the force that it receives
    out.remote.wrench = {spatial::Vector3::Zero(), -params_.stiffness * stretch};
  }
  return out;
}

Decision SetPosition::update(const Port& port, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked) noexcept {
  tool_ = coupling.send.pose.position;
  placed_ = true;
  return decide(port, coupling, asked, pay_from(tank_.level(), asked, motion_));
}

}  // namespace tether::passivity
