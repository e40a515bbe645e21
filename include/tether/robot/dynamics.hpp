// Rigid-body dynamics of a chain, τ = M(q) q̈ + C(q, q̇) q̇ + g(q), in base frame about its origin.
// With the joint screws S_i (columns of the Jacobian), link inertias I_i and composite inertias
// Y_i = Σ_{k ≥ i} I_k:
//   M_ij = S_i · Y_j S_j   (i ≤ j),    armature added on the diagonal
//   g_i  = −S_i · W_i,                 W_i the weight of all that joint i carries
//   v_i  = v_{i−1} + S_i q̇_i,          a_i = a_{i−1} + v_i × S_i q̇_i
//   (C q̇)_i = S_i · Σ_{k ≥ i} (I_k a_k + v_k ×* I_k v_k)
// Efforts are those the drives must give: [N m] for revolute, [N] for prismatic joints.
// Featherstone, Rigid Body Dynamics Algorithms, 2008, ch. 5 and 6.
#pragma once

#include "tether/robot/chain.hpp"
#include "tether/robot/joints.hpp"

namespace tether::robot {

// fills what jacobian() does, composites and mass_matrix (both triangles)
void mass_matrix(const Chain& chain, const JointVector& q, ChainState& state) noexcept;

// fills what jacobian() does, composites and gravity
void gravity_efforts(const Chain& chain, const JointVector& q, ChainState& state) noexcept;

// fills what jacobian() does, inertias and coriolis
void coriolis_efforts(const Chain& chain, const JointVector& q, const JointVector& velocity,
                      ChainState& state) noexcept;

// fills every field in one pass, cheaper than the functions above one after another
void all_terms(const Chain& chain, const JointVector& q, const JointVector& velocity,
               ChainState& state) noexcept;

}  // namespace tether::robot
