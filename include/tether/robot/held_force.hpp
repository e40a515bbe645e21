// What a chain can hold still at its tool. At rest the joints balance a load only with exactly
//   τ = g + F u,    u = Jᵀ(p × d, d) of a force F along d at the tool point p,    u = Jᵀ(d, 0) of a
//                   torque F about d,
// so the largest F is the one at which the first joint, or the norm of all, reaches its rating:
//   |g_i + F u_i| ≤ τ_max,i,    |g + F u| ≤ n .
// Infinite where no rated joint bears the load: the structure does.
// Siciliano et al., Robotics, 2009, §3.8 (statics, kineto-static duality).
#pragma once

#include <limits>

#include "tether/robot/chain.hpp"

namespace tether::robot {

struct HoldingRatings {
  JointVector max_effort;  // τ_max of each joint, infinite where it has none [N m or N]
  double norm = std::numeric_limits<double>::infinity();  // n: of all together [N]
  JointVector carried = {};  // g: what they bear besides, such as the weight; empty = nothing
};

// for a state that jacobian() filled; `direction` is a unit vector in base frame.
// the largest force that the tool can exert along it at rest [N]; 0 when even `carried` is too much
double held_force(const ChainState& state, const HoldingRatings& ratings,
                  const spatial::Vector3& direction) noexcept;
// the same of a torque about it, without a force [N m]
double held_torque(const ChainState& state, const HoldingRatings& ratings,
                   const spatial::Vector3& direction) noexcept;

}  // namespace tether::robot
