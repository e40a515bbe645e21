#include "tether/passivity/time_domain.hpp"

#include <algorithm>

namespace tether::passivity {

TimeDomain::TimeDomain(const TimeDomainParams& params, Role role,
                       const PortMotionParams& port) noexcept
    : Accounted(port), params_(params), role_(role) {}

Listened TimeDomain::listen(const Port& port, const Heard& heard) noexcept {
  // what came in is the other side's to spend
  tank_.send(-settle(port, heard));
  Listened out{heard.valid, heard.message.signals, tank_.level()};
  if (role_ == Role::leader || !heard.valid) return out;

  if (!heard_before_) {
    heard_before_ = true;
    wanted_ = setpoint_ = heard.message.signals.pose.position;
  }
  advance_setpoint(heard.message.signals.pose.position);
  out.remote.pose.position = setpoint_;
  return out;
}

void TimeDomain::advance_setpoint(const spatial::Vector3& wanted) noexcept {
  const double back = std::min(params_.drift_rate * tick(), 1.0);
  spatial::Vector3 step = wanted - wanted_ + back * (wanted_ - setpoint_);
  wanted_ = wanted;

  // the spring's force times the step is what the step puts into the spring
  const double free = std::max(tank_.level() - potential_, 0.0);
  const double needed = spring_.dot(step);
  if (needed > free) step -= (needed - free) / spring_.squaredNorm() * spring_;
  setpoint_ += step;
}

Decision TimeDomain::update(const Port& port, const control::CouplingOutput& coupling,
                            const robot::JointVector& asked) noexcept {
  spring_ = coupling.wrench.force;
  potential_ = coupling.potential;
  Decision out;
  out.effort = damp_to(tank_.level(), asked, motion_);
  out.send = {.signals = coupling.send, .energy = tank_.sent()};
  close((asked - out.effort).norm());
  out.effort += braking(port);
  return out;
}

}  // namespace tether::passivity
