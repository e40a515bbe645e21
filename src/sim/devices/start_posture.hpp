// Where an arm that a person leads starts.
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/wrist.hpp"

namespace tether::sim {

// of a posture with as many joints as the chain has, else core::InputError
spatial::Pose tool_pose(const robot::Chain& chain, const robot::JointVector& posture);

// The posture near `posture`, in which the tool is `origin`, that puts the tool where hand and
// wrist start. Throws core::InputError when there is none.
robot::JointVector start_posture(const robot::Chain& chain, const robot::JointVector& posture,
                                 const spatial::Pose& origin, const Hand& hand, const Wrist& wrist);

}  // namespace tether::sim
