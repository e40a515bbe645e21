// Two ways to keep an effort within what the account can pay, for an effort that is foreseen to
// give the device more than `level`:
//   scale   the whole vector, τ' = s τ with E(s) = H, nothing when H ≤ 0     keeps the direction
//   damp    add a damper along the motion, τ' = τ − α q̇ with α = (τᵀq̇ − H / window) / |q̇|²
//           leaves what is across the motion as it is; what a bounded α leaves over is scaled
// With H > 0 neither touches an effort that takes energy from the device: the document limits on
// absolute values and says itself that this is wrong.
#pragma once

#include "tether/passivity/port_motion.hpp"

namespace tether::passivity {

robot::JointVector scale_to(double level, const robot::JointVector& effort,
                            const PortMotion& motion) noexcept;

// most: the largest damping that the sampled device bears [N m s/rad or N s/m]
robot::JointVector damp_to(double level, const robot::JointVector& effort, const PortMotion& motion,
                           double most) noexcept;

}  // namespace tether::passivity
