// What a guard sees of its device in a tick. References, valid for that tick only.
#pragma once

#include "tether/robot/joints.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/twist.hpp"

namespace tether::guard {

struct DeviceView {
  const robot::JointVector& position;  // [rad or m]
  const robot::JointVector& velocity;  // estimated [rad/s or m/s]
  const robot::JointVector& rate;      // of the last displacement, which lags less [rad/s or m/s]
  const robot::JointMatrix& inertia;   // mass matrix M [kg m² or kg]
  const robot::Jacobian& jacobian;     // of the tool, screws about the base origin
  const spatial::Pose& tool;           // base frame
  const spatial::Twist& twist;         // of the tool, screw about the base origin
};

// an effort that a guard let pass, and by how much it acted
struct Guarded {
  robot::JointVector effort;  // [N m or N]
  double amount = 0;          // 0 = it did nothing; the stage says what it counts
};

}  // namespace tether::guard
