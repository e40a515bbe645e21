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
  // the tool is known in the leader's workspace since the last tick
  if (!received.valid || !placed_) return out;

  if (role_ == Role::leader) return out;

  const spatial::Vector3 away = received.message.signals.pose.position - tool_;
  const double reach =
      std::sqrt(2 * std::max(tank_.level() - motion_.committed(), 0.0) / params_.stiffness);
  const double distance = away.norm();
  out.remote.pose.position = tool_ + (distance > reach ? (reach / distance) * away : away);
  return out;
}

Decision SetPosition::update(const Port& port, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked) noexcept {
  tool_ = coupling.send.pose.position;
  placed_ = true;
  return decide(port, coupling, asked, pay_from(payable(), asked, motion_));
}

}  // namespace tether::passivity
