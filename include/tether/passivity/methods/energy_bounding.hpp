// Energy bounding: the effort changes only as fast along the motion as a spring that the sampled
// device bears without generating energy,
//   |Δτᵀ n| ≤ c |Δq|,   n the direction of the motion Δq                              [N m or N]
// c is bounded by the device's own damping d and the tick, c ≤ 2 d / T; what an effort is foreseen
// to give beyond the account is damped away. A share of the account goes to the other side in every
// tick, and what damping takes from the device fills it.
// Kim & Ryu, Int. J. Robotics Research 29(6), 2010; over links: Seo et al., J. Mech. Sci. Tech. 25,
// 2011. There the device's damping pays for the energy that may be generated; here the account
// does, which needs no model of it.
#pragma once

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

struct EnergyBoundingParams {
  double share = 0.01;               // of the account, sent to the other side in every tick
  double leader_stiffness = 2000;    // c on the leader [N/m]
  double follower_stiffness = 1000;  // c on the follower [N m/rad]
};

class EnergyBounding final : public Accounted {
 public:
  EnergyBounding(const EnergyBoundingParams& params, Role role,
                 const PortMotionParams& port) noexcept;

  Admitted receive(const Port& port, const ReceivedMessage& received) noexcept override;
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override;

 private:
  robot::JointVector bound_change(const robot::JointVector& asked) const noexcept;

  EnergyBoundingParams params_;
  double stiffness_;           // c
  robot::JointVector effort_;  // of the tick before
};

}  // namespace tether::passivity
