// A hand that wants to stay where it is, and the steps in which hands and wrists are driven.
#pragma once

#include <memory>
#include <vector>

#include "tether/control/trajectories/trajectory.hpp"
#include "tether/core/time.hpp"

namespace tether::sim {

inline constexpr double kHandStep = 5e-4;  // [s]

inline core::Time at_hand_step(int step) {
  return core::Time(core::duration_from_seconds(step * kHandStep));
}

inline std::shared_ptr<const control::Trajectory> resting(
    const spatial::Vector3& at = spatial::Vector3::Zero()) {
  return std::make_shared<control::MinimumJerkPath>(at, std::vector<control::Waypoint>{});
}

}  // namespace tether::sim
