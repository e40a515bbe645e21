// The port of an arm that displays a simulated system: the hand at its tool. The arm's drives have
// a supply of their own, so what the account counts is what the hand is given,
//   E = −∫ W_hand · dx                                                                 [J]
// with W_hand as it was told to the simulation (torque about the tool, force) and x the turns and
// ways of the tool. Turns add up as rotation vectors from tick to tick. As the account runs empty
// the arm goes limp: a hand that holds a limp arm is given nothing more than the arm's own motion.
// docs/design/touching-a-simulation.md
#pragma once

#include "tether/passivity/layer.hpp"
#include "tether/robot/chain.hpp"
#include "tether/session/tick.hpp"

namespace tether::session {

class HandPort {
 public:
  static constexpr double kLimp = 0.1;  // below it the arm goes limp [J]

  // The port as it is now, for the account; `display` is what the monitors see of it. The Jacobian
  // and the mass matrix are those of the arm's state, velocity that of its joints.
  passivity::Port update(const robot::ChainState& arm, const robot::JointVector& velocity,
                         const spatial::Vector3& origin, DisplayTick& display) noexcept;
  // the hand's force and torque about the tool, as the other side will hear it
  void tell(const spatial::Wrench& hand) noexcept { told_ = hand; }
  // what of the arm's efforts is commanded when the account holds so much [J]
  static double share(double tank) noexcept;

 private:
  bool started_ = false;
  spatial::Pose tool_;    // in the tick before
  spatial::Wrench told_;  // the same
};

}  // namespace tether::session
