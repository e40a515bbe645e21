// A person's right arm as seven joints without mass: three at the shoulder, one at the elbow, three
// at the wrist, where the chain ends ("the hand"). At q = 0 the arm hangs straight along −x; base
// frame at the shoulder, −y to the right, −z forward.
// Joints: Tondu et al., Int. J. Robotics Research 24(4), 2005; ranges: Carignan et al., ICAR 2005;
// torques: Letier et al., IROS 2008; lengths as in the safe-arm-leader document, table 2.6.
#pragma once

#include "tether/robot/chain.hpp"

namespace tether::robot {

inline constexpr double kUpperArm = 0.20;  // shoulder to elbow [m]
inline constexpr double kForearm = 0.25;   // elbow to wrist [m]
inline constexpr int kElbow = 3;           // index of the elbow among the joints

// For statics only: max_effort and the limits are a person's, links have no mass, gravity is zero.
robot::Chain human_arm();

}  // namespace tether::robot
