// Time-domain passivity control over a link with any delay. An observer on each side splits what
// crosses its port into energy that comes in and energy that goes out; what came in is told to the
// other side, and a controller sees to it that no more goes out than the other side has told:
//   E_out(k) ≤ E_in,other(k − delay)                                                      [J]
// On an impedance port the controller is a damper along the motion (effort_bound.hpp). On the
// follower it also holds back the advance of the setpoint while the spring that this stretches
// could not be paid (an admittance controller in series), and the drift that this leaves is taken
// back at a bounded rate as soon as there is energy for it.
// Ryu, Artigas & Preusche, Mechatronics 20(7), 2010; drift: Artigas, Ryu & Preusche, Presence
// 19(3), 2010. Counters of energy on the wire make the delay's value and constancy irrelevant.
#pragma once

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

struct TimeDomainParams {
  double drift_rate = 5;  // at which the setpoint's drift is taken back [1/s]
};

class TimeDomain final : public Accounted {
 public:
  TimeDomain(const TimeDomainParams& params, Role role, const PortMotionParams& port) noexcept;

  Listened listen(const Port& port, const Heard& heard) noexcept override;
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override;

 private:
  void advance_setpoint(const spatial::Vector3& wanted) noexcept;

  TimeDomainParams params_;
  Role role_;
  bool heard_before_ = false;
  spatial::Vector3 wanted_ = spatial::Vector3::Zero();    // as it was last heard [m]
  spatial::Vector3 setpoint_ = spatial::Vector3::Zero();  // that the coupling hears [m]
  spatial::Vector3 spring_ = spatial::Vector3::Zero();    // force on the tool [N]
  double potential_ = 0;                                  // of the spring [J]
};

}  // namespace tether::passivity
