// Where the tool is and how it moves, for one posture q of a chain. Poses are in base frame:
//   H_n = H_{n−1} P_n exp(T̂_n q_n),     column n of J = Ad_{H_{n−1} P_n} T̂_n
// with P_n the placement of joint n and T̂_n its unit twist. Columns are screws about the base
// origin, (a, p × a) for an axis a through p and (0, a) for a slide, so that T = J q̇ and τ = Jᵀ W.
// Murray, Li & Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, ch. 3.
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/robot/joints.hpp"
#include "tether/spatial/twist.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::robot {

// fills frames and tool
void forward_kinematics(const Chain& chain, const JointVector& q, ChainState& state) noexcept;

// fills frames, tool and jacobian
void jacobian(const Chain& chain, const JointVector& q, ChainState& state) noexcept;

// twist of the tool T = J q̇, about the base origin
spatial::Twist tool_twist(const Jacobian& j, const JointVector& velocity) noexcept;

// the Jacobian with rows (angular, velocity of the tool point) instead of screws about the base
// origin, for a state that jacobian() or all_terms() filled
Jacobian tool_point_jacobian(const ChainState& state) noexcept;

// efforts τ = Jᵀ W that act as the wrench w (about the base origin) on the tool [N m] or [N]
JointVector joint_efforts(const Jacobian& j, const spatial::Wrench& w) noexcept;

}  // namespace tether::robot
