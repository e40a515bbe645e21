// Eight wheel torques that together push a platform with a planar wrench. Through its caster each
// unit pushes in any direction; by virtual work with φ̇ = A v (robot/platform.hpp) torques τ make
//   F = Aᵀ τ,     and of all that make it    τ = N⁻¹ A (Aᵀ N⁻¹ A)⁻¹ F,  N = diag(n_i²)
// has the least Σ (n_i τ_i)². When a wheel would exceed its limit all are scaled alike, so that a
// wrench out of reach keeps its direction.
#pragma once

#include "tether/robot/platform.hpp"

namespace tether::control {

struct DistributedTorques {
  robot::WheelVector torques;  // [N m]
  double share = 1;            // of the wrench that they make, 0 to 1
};

// n_i: how much torque of a wheel costs against that of others; all must be positive
using WheelWeights = robot::WheelVector;

// A wrench, or pivots, that are not finite get no torque.
DistributedTorques distribute(const robot::PlatformGeometry& geometry,
                              const robot::PivotAngles& pivots, const robot::PlanarWrench& wrench,
                              const WheelWeights& weights = WheelWeights::Ones()) noexcept;

// F = Aᵀ τ: what wheel torques do to the platform, in its own axes
robot::PlanarWrench wrench_of(const robot::PlatformGeometry& geometry,
                              const robot::PivotAngles& pivots,
                              const robot::WheelVector& torques) noexcept;

}  // namespace tether::control
