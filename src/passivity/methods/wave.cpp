#include "tether/passivity/methods/wave.hpp"

#include <algorithm>
#include <cmath>

namespace tether::passivity {

using spatial::Vector3;

Wave::Wave(const WaveParams& params, Role role, const PortMotionParams& port) noexcept
    : Accounted(port),
      params_(params),
      role_(role),
      root_(std::sqrt(2 * params.impedance)),
      gain_(std::min(params.bandwidth, 1 / port.tick)) {}

// at rest without force the integrals are those of the position alone
void Wave::start(const Vector3& position) noexcept {
  started_ = true;
  position_ = setpoint_ = position;
  incoming_ = outgoing_ = params_.impedance / root_ * position;
  owed_.setZero();
  emitted_ = tank_.received();
}

Admitted Wave::receive(const Port& port, const ReceivedMessage& received) noexcept {
  settle(port, received);
  // the impulses that an earlier run was sent are not the new run's
  if (met_anew(received)) started_ = false;
  Admitted out{received.valid, received.message.signals, tank_.level()};
  if (role_ == Role::leader) {
    if (!started_) start((port.tool.position - port.origin));
    const Vector3 force = lead(port, received.valid ? received.message.wave : incoming_);
    out.valid = true;
    out.remote.wrench = {Vector3::Zero(), force};
  } else if (started_ && received.valid) {
    out.remote.pose.position = follow(received.message.wave);
  } else {
    out.valid = false;
  }
  return out;
}

// the wave that leaves the link on this side, as far as its energy has been received, or is in the
// account: what comes in jerks costs more than it did when it was sent evenly [√W]
Vector3 Wave::emit(const Vector3& received_integral) noexcept {
  const Vector3 wave = gain_ * (received_integral - incoming_);
  const double needed = energy_of(wave);
  const double spare = tank_.level() - motion_.committed();
  const double there = std::max({tank_.received() - emitted_, spare, 0.0});
  return needed > there ? Vector3(std::sqrt(there / needed) * wave) : wave;
}

void Wave::emitted(const Vector3& wave) noexcept {
  incoming_ += tick() * wave;
  emitted_ += energy_of(wave);
}

// settles the waves of the last tick and returns the force that opposes the hand [N]
Vector3 Wave::lead(const Port& port, const Vector3& received_integral) noexcept {
  const Vector3 velocity = ((port.tool.position - port.origin) - position_) / tick();
  const Vector3 force = -motion_.tool_force(port.applied);
  position_ = (port.tool.position - port.origin);
  const Vector3 back = (params_.impedance * velocity - force) / root_;
  emitted(back);
  send((params_.impedance * velocity + force) / root_);

  // the velocity of the last tick: one that is filtered lags, and the lag would have to be paid
  return params_.impedance * velocity - root_ * emit(received_integral);
}

// advances the setpoint and sends back what the spring did not take; the setpoint [m]
Vector3 Wave::follow(const Vector3& received_integral) noexcept {
  const Vector3 wave = emit(received_integral);
  emitted(wave);
  setpoint_ += tick() * (root_ * wave - force_) / params_.impedance;
  send(wave - 2 / root_ * force_);
  return setpoint_;
}

// a wave whose energy the account does not hold goes out smaller, and what it lacks later
void Wave::send(const Vector3& reflected) noexcept {
  const Vector3 wave = reflected + gain_ * owed_;
  owed_ += tick() * reflected;
  const double needed = energy_of(wave);
  const double there = std::max(tank_.level() - motion_.committed(), 0.0);
  const double scale = needed > there ? std::sqrt(there / needed) : 1;
  outgoing_ += scale * tick() * wave;
  owed_ -= scale * tick() * wave;
  tank_.send(std::min(needed, there));
}

Decision Wave::update(const Port& port, const control::CouplingOutput& coupling,
                      const robot::JointVector& asked) noexcept {
  if (role_ == Role::follower) {
    if (!started_) start(coupling.send.pose.position);
    force_ = coupling.send.wrench.force;
  }
  Decision out = decide(port, coupling, asked, damp_to(payable(), asked, motion_));
  out.send.wave = outgoing_;
  return out;
}

}  // namespace tether::passivity
