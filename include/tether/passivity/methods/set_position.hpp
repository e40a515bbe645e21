// Passive set-position modulation: the follower is pulled by a spring towards where the leader is,
// but only towards a setpoint that the account can pay for,
//   ȳ = x + s (y − x),   s the largest in [0, 1] with ½ k |ȳ − x|² ≤ H                      [m]
// so that a jump of the setpoint, early, late or repeated, never stores more in the spring than
// there is. What damping takes from the device fills the account, and a share of it is shuffled to
// the other side in every tick. Lee & Huang, IEEE T-RO 26(2), 2010. There the leader has such a
// spring too, which the hand feels in free motion for as long as the delay; here it feels what the
// coupling gives it, as far as the account pays.
#pragma once

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

struct SetPositionParams {
  double share = 0.01;     // of the account, shuffled to the other side in every tick
  double stiffness = 500;  // k of the follower's spring [N/m]
};

class SetPosition final : public Accounted {
 public:
  SetPosition(const SetPositionParams& params, Role role, const PortMotionParams& port) noexcept;

  Admitted receive(const Port& port, const ReceivedMessage& received) noexcept override;
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override;

 private:
  SetPositionParams params_;
  Role role_;
  bool placed_ = false;                               // there was a tick that measured the tool
  spatial::Vector3 tool_ = spatial::Vector3::Zero();  // in the leader's workspace [m]
};

}  // namespace tether::passivity
