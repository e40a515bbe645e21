// What crosses between a device and the outside, whichever port its account is kept at: turns and
// ways of the tool add up from tick to tick (rotation vectors, base axes), with the wrench that
// acted over the last of them, and the energies that follow:
//   taken in   ∫ W dx,      at the motors   −∫ τ dq                                         [J]
// A sensor whose force is wrong by up to e and whose torque by up to m may hide ∫ e |dp| + m |dφ|
// of the first.
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/signals/tick.hpp"

namespace tether::teleop {

// by how much the wrench that is measured may be wrong
struct WrenchError {
  double force = 0;   // [N]
  double torque = 0;  // [N m]
};

class Outside {
 public:
  explicit Outside(const WrenchError& error) noexcept : error_(error) {}
  // once per tick, when device, motion and kinematics are known
  void update(const robot::ChainState& kinematics, signals::Tick& tick) noexcept;

 private:
  WrenchError error_;
  bool started_ = false;
  spatial::Pose tool_;           // in the tick before
  robot::JointVector position_;  // in the tick before
};

}  // namespace tether::teleop
