#include "tether/passivity/methods/energy_bounding.hpp"

#include <algorithm>

namespace tether::passivity {

EnergyBounding::EnergyBounding(const EnergyBoundingParams& params, Role role,
                               const PortMotionParams& port) noexcept
    : Accounted(port),
      params_(params),
      stiffness_(role == Role::leader ? params.leader_stiffness : params.follower_stiffness) {}

Admitted EnergyBounding::receive(const Port& port, const ReceivedMessage& received) noexcept {
  settle(port, received);
  if (received.valid) share(params_.share);
  return {received.valid, received.message.signals, tank_.level()};
}

// what is across the motion gives no energy, and at rest nothing does
robot::JointVector EnergyBounding::bound_change(const robot::JointVector& asked) const noexcept {
  const double distance = motion_.rate().norm() * tick();
  if (effort_.size() == 0 || distance == 0) return asked;
  const robot::JointVector along = motion_.rate().normalized();
  const double change = (asked - effort_).dot(along);
  const double most = stiffness_ * distance;
  return asked + (std::clamp(change, -most, most) - change) * along;
}

Decision EnergyBounding::update(const Port& port, const control::CouplingOutput& coupling,
                                const robot::JointVector& asked) noexcept {
  effort_ = damp_to(payable(), bound_change(asked), motion_);
  return decide(port, coupling, asked, effort_);
}

}  // namespace tether::passivity
