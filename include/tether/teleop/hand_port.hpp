// The port of an arm that displays a simulated system: the hand at its tool. The arm's drives have
// a supply of their own, so what the account counts is what the hand is given,
//   E = −∫ W_hand · dx                                                                 [J]
// with W_hand as it is sent to the simulation (torque about the tool, force) and x the turns and
// ways of the tool. Turns add up as rotation vectors from tick to tick. As the account runs empty
// the arm goes limp: a hand that holds a limp arm is given nothing more than the arm's own motion.
// docs/design/touching-a-simulation.md
#pragma once

#include "tether/teleop/energy_port.hpp"

namespace tether::teleop {

class HandPort final : public EnergyPort {
 public:
  static constexpr double kLimp = 0.1;  // below it the arm goes limp [J]

  // of the leader's workspace [m]
  explicit HandPort(const spatial::Vector3& origin) noexcept : origin_(origin) {}

  passivity::Port measure(const robot::ChainState& kinematics, bool excluded,
                          signals::Tick& tick) noexcept override;
  passivity::Decision decide(const Account& account, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked,
                             signals::Tick& tick) noexcept override;
  robot::JointVector pay(const Account& /*account*/, const robot::JointVector& effort,
                         signals::Tick& /*tick*/) noexcept override {
    return effort;
  }
  bool covers(const Account& /*account*/, const robot::JointVector& /*effort*/) noexcept override {
    return true;
  }
  void inform(const passivity::Port& view, control::CouplingInput& in) noexcept override {
    in.inertia = view.inertia;
  }

 private:
  spatial::Vector3 origin_;
  spatial::Wrench sent_;  // of the hand, in the tick before
};

}  // namespace tether::teleop
