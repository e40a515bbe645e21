#include "tether/passivity/methods/time_domain.hpp"

#include <algorithm>

namespace tether::passivity {

TimeDomain::TimeDomain(const TimeDomainParams& params, Role role,
                       const PortMotionParams& port) noexcept
    : Accounted(port), params_(params), role_(role) {}

Admitted TimeDomain::receive(const Port& port, const ReceivedMessage& received) noexcept {
  const double came_in = -settle(port, received);
  if (role_ == Role::leader && came_in > 0) {
    promise(std::min(came_in, tank_.level() - params_.kept));
  }
  Admitted out{received.valid, received.message.signals, tank_.level()};
  if (role_ == Role::leader || !received.valid) return out;

  if (met_anew(received) || !received_before_) {
    received_before_ = true;
    wanted_ = setpoint_ = received.message.signals.pose.position;
  }
  advance_setpoint(received.message.signals.pose.position);
  out.remote.pose.position = setpoint_;
  return out;
}

// what came in is the other side's to spend, as far as it is not at work here
void TimeDomain::promise(double came_in) noexcept {
  tank_.send(std::min(came_in, tank_.level() - motion_.committed()));
}

void TimeDomain::advance_setpoint(const spatial::Vector3& wanted) noexcept {
  const double back = std::min(params_.drift_rate * tick(), 1.0);
  spatial::Vector3 step = wanted - wanted_ + back * (wanted_ - setpoint_);
  wanted_ = wanted;

  // the spring's force times the step is what the step puts into the spring
  const double free = std::max(tank_.level() - potential_, 0.0);
  const double work = spring_.dot(step);
  const double strength = spring_.stableNorm();
  if (work > free) step -= (work - free) / strength * (spring_ / strength);
  setpoint_ += step;
  promise(-work);
}

Decision TimeDomain::update(const Port& port, const control::CouplingOutput& coupling,
                            const robot::JointVector& asked) noexcept {
  spring_ = coupling.wrench.force;
  potential_ = coupling.potential;
  return decide(port, coupling, asked, damp_to(payable(), asked, motion_));
}

}  // namespace tether::passivity
