#include "tether/passivity/methods/two_layer.hpp"

#include <algorithm>

namespace tether::passivity {

TwoLayer::TwoLayer(const TwoLayerParams& params, Role role, const PortMotionParams& port) noexcept
    : Accounted(port), params_(params), role_(role) {}

Admitted TwoLayer::receive(const Port& port, const ReceivedMessage& received) noexcept {
  settle(port, received);
  if (role_ == Role::leader) balance_reserve();
  if (received.valid) share(params_.share);
  return {received.valid, received.message.signals, tank_.level()};
}

void TwoLayer::balance_reserve() noexcept {
  const double level = tank_.level();
  if (level > params_.upper_level) {
    tank_.reserve(level - params_.upper_level);
  } else if (level < params_.desired_level) {
    const double most = params_.refill_power * tick();
    tank_.reserve(-std::min(params_.desired_level - level, most));
  }
}

Decision TwoLayer::update(const Port& port, const control::CouplingOutput& coupling,
                          const robot::JointVector& asked) noexcept {
  const robot::JointVector allowed = scale_to(payable(), asked, motion_);
  Decision out = decide(port, coupling, asked, allowed);
  if (role_ == Role::leader) {
    const robot::JointVector charge = brake(level_control(port.velocity), out.effort);
    report_.tlc_force = charge.norm();
    out.effort += charge;
    motion_.commanded(out.effort);
  }
  return out;
}

robot::JointVector TwoLayer::level_control(const robot::JointVector& velocity) const noexcept {
  const double missing = params_.desired_level - tank_.level();
  if (missing <= 0 || tank_.reserved() > 0) return robot::JointVector::Zero(velocity.size());
  return -params_.gain * missing * velocity;
}

}  // namespace tether::passivity
