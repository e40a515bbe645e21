// Closes the kinematic loops of a world whose joints were set by hand: with some coordinates held,
// the others are moved by Gauss & Newton steps until the equality constraints hold,
//   Δq_free = −J_free⁺ r
// with r the constraints' residual. For set-up time, not for a tick.
#pragma once

#include <vector>

#include "tether/sim/world/world.hpp"

namespace tether::sim {

struct LoopClosureParams {
  double tolerance = 1e-10;  // of every residual [m or rad]
  int max_iterations = 50;
};

// The largest residual that remains [m or rad]; `held` has one entry per degree of freedom. Leaves
// velocities as they are.
double close_loops(World& world, const std::vector<bool>& held,
                   const LoopClosureParams& params = {});

// largest residual of the equality constraints in the present configuration [m or rad]
double loop_error(const World& world) noexcept;

}  // namespace tether::sim
