// Time-domain passivity control over a link with any delay. An observer on each side splits what
// enters and leaves the link into energy that comes in and energy that goes out; what came in is
// sent to the other side, and a controller sees to it that no more goes out than was sent:
//   E_out(k) ≤ E_in,other(k − delay)                                                      [J]
// The leader's end of the link is its device; the controller is a damper along the motion
// (effort_bound.hpp). The follower's end is the setpoint of its spring: a setpoint that advances
// against the spring's force takes energy out of the link, one that is driven back puts some in.
// The controller there scales down an advance beyond the energy budget (an admittance in series),
// and the drift that this leaves is taken back at a bounded rate as soon as there is energy for it.
// Both devices are held to their accounts besides, which pays for sampling; the leader keeps a
// little of what comes in for that. Ryu, Artigas & Preusche, Mechatronics 20(7), 2010; drift:
// Artigas, Ryu & Preusche, Presence 19(3), 2010. Counters of energy on the wire make the delay's
// value and constancy irrelevant.
#pragma once

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

struct TimeDomainParams {
  double kept = 0.02;     // of what comes in at the leader, before the rest is sent [J]
  double drift_rate = 5;  // at which the setpoint's drift is taken back [1/s]
};

class TimeDomain final : public Accounted {
 public:
  TimeDomain(const TimeDomainParams& params, Role role, const PortMotionParams& port) noexcept;

  Admitted receive(const Port& port, const ReceivedMessage& received) noexcept override;
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override;

 private:
  void promise(double came_in) noexcept;
  void advance_setpoint(const spatial::Vector3& wanted) noexcept;

  TimeDomainParams params_;
  Role role_;
  bool received_before_ = false;
  spatial::Vector3 wanted_ = spatial::Vector3::Zero();    // as it was last received [m]
  spatial::Vector3 setpoint_ = spatial::Vector3::Zero();  // that the coupling receives [m]
  spatial::Vector3 spring_ = spatial::Vector3::Zero();    // force on the tool [N]
  double potential_ = 0;                                  // of the spring [J]
};

}  // namespace tether::passivity
