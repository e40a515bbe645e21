// The port at the tool: what hand or world put in is counted, not what the motors did. With the
// wrench W between the outside and the tool, the motion x of the tool and the energy T of the
// device's own motion,
//   E = ∫ W dx,      H = E − T + E_received − E_sent  =  −∫ τ dq + L + E_received − E_sent    [J]
// where L is what the device itself lost on the way (passivity/refund.hpp): the account at the
// motors with the losses refunded. Friction, like gravity and the motors, is the machine's own
// supply, and the hand does not pay for it. T is held back because it can still reach the outside;
// H ≥ 0 on both sides proves E_leader + E_follower ≥ −stored (docs/design/passivity.md).
//
// Efforts that the machine pays for (friction compensation) pass beside the account, since refunds
// make up for them. Should friction take less than they give, they overdraw it: then they pass only
// as far as half a millijoule goes, whatever the model says.
#pragma once

#include "tether/passivity/refund.hpp"
#include "tether/teleop/energy_port.hpp"

namespace tether::teleop {

class ToolPort final : public EnergyPort {
 public:
  ToolPort(const JointPortParams& joints, const passivity::RefundParams& refund) noexcept
      : power_scale_(joints.power_scale),
        measured_(refund.measured),
        joints_(joints),
        refund_(refund) {}
  passivity::Port measure(const robot::ChainState& kinematics, bool excluded,
                          signals::Tick& tick) noexcept override;
  passivity::Decision decide(const Account& account, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked,
                             signals::Tick& tick) noexcept override;
  robot::JointVector pay(const Account& account, const robot::JointVector& effort,
                         signals::Tick& tick) noexcept override;
  bool covers(const Account& account, const robot::JointVector& effort) noexcept override;
  double at_device(double energy) const noexcept override { return joints_.at_device(energy); }

 private:
  double power_scale_;
  bool measured_;  // the wrench is
  JointPort joints_;
  passivity::Refund refund_;
  robot::JointVector position_;  // in the tick before
  robot::JointVector path_;      // of the tool, in the tick before
  double passing_ = 1;           // share of what the machine pays for
  robot::JointVector own_;       // that passes beside the account in this tick [N m or N]
};

}  // namespace tether::teleop
