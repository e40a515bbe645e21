#include "tether/passivity/two_layer.hpp"

#include <algorithm>

namespace tether::passivity {
namespace {

// What charging may cost when the motion turns before that is told: without it an empty tank could
// never be charged. Half of what the certificate tolerates [J].
constexpr double kChargeRisk = 0.5e-3;

}  // namespace

TwoLayer::TwoLayer(const TwoLayerParams& params, Role role, const PortMotionParams& port) noexcept
    : Accounted(port), params_(params), role_(role) {}

Listened TwoLayer::listen(const Port& port, const Heard& heard) noexcept {
  settle(port, heard);
  if (role_ == Role::leader) balance_reserve();
  tank_.send(params_.share * (tank_.level() - motion_.committed()));
  return {heard.valid, heard.message.signals, tank_.level()};
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
  Decision out;
  out.effort = scale_to(tank_.level(), asked, motion_);
  close((asked - out.effort).norm());
  out.effort += braking(port);
  report_.tlc_force = 0;
  if (role_ == Role::leader) {
    const robot::JointVector charge = level_control(port.velocity, out.effort);
    report_.tlc_force = charge.norm();
    out.effort += charge;
  }
  motion_.commanded(out.effort);
  out.send = {.signals = coupling.send, .energy = tank_.sent()};
  return out;
}

// Per axis only against the motion that was last seen: a filtered velocity lags behind a reversal,
// and a damper must not push.
robot::JointVector TwoLayer::level_control(const robot::JointVector& velocity,
                                           const robot::JointVector& beside) const noexcept {
  const double missing = params_.desired_level - tank_.level();
  robot::JointVector effort = robot::JointVector::Zero(velocity.size());
  if (missing <= 0 || tank_.reserved() > 0) return effort;
  for (Eigen::Index i = 0; i < velocity.size(); ++i) {
    if (velocity[i] * motion_.rate()[i] > 0) effort[i] = -params_.gain * missing * velocity[i];
  }
  const Foreseen e = motion_.foreseen(effort, beside);
  const double budget = std::max(tank_.level() + kChargeRisk, e.committed + 0.1 * kChargeRisk);
  return payable_share(budget, e) * effort;
}

}  // namespace tether::passivity
