// What a guard sees of its device in a tick. References, valid for that tick only.
#pragma once

#include <algorithm>
#include <limits>

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
  bool refused = false;       // something that came in was not finite: the effort is zero
};

// norm of what a guard changed, finite whatever finite efforts it changed [N m or N]
inline double change(const robot::JointVector& asked, const robot::JointVector& given) noexcept {
  return std::min((given - asked).norm(), std::numeric_limits<double>::max());
}

}  // namespace tether::guard
