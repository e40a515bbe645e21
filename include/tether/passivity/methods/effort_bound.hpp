// Ways to keep an effort within what the account can pay, for an effort that is foreseen to
// give the device more than `level`:
//   scale   the whole vector, τ' = s τ with E(s) = H, nothing when H ≤ 0 or when what is at work
//           already may take it all                                          keeps the direction
//   damp    add a damper along the motion, τ' = τ − α q̇ with α = (τᵀq̇ − H / window) / |q̇|²
//           leaves what is across the motion as it is; α is at most what stops half the motion
//           within the window (more would make a sampled device chatter), and what that leaves over
//           is scaled
//   pay     as scale, but an effort that takes energy from the device passes even when H ≤ 0
// With H > 0 none touches an effort that takes energy from the device: the document limits on
// absolute values and says itself that this is wrong.
#pragma once

#include "tether/passivity/port_motion.hpp"

namespace tether::passivity {

// the largest s ≤ 1 with E(s) ≤ level, 0 when what is committed leaves nothing
double payable_share(double level, const Foreseen& foreseen) noexcept;

robot::JointVector scale_to(double level, const robot::JointVector& effort,
                            const PortMotion& motion) noexcept;

robot::JointVector pay_from(double level, const robot::JointVector& effort,
                            const PortMotion& motion) noexcept;

robot::JointVector damp_to(double level, const robot::JointVector& effort,
                           const PortMotion& motion) noexcept;

}  // namespace tether::passivity
