// The positions, velocities or efforts of a device with one joint.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::control {

inline robot::JointVector one(double value) { return robot::JointVector::Constant(1, value); }

}  // namespace tether::control
