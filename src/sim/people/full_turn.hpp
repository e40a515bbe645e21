// A full turn, which makes angular frequencies of what valves, fluid and sensors are given in Hz.
#pragma once

#include <numbers>

namespace tether::sim {

inline constexpr double kTurn = 2 * std::numbers::pi;  // [rad]

}  // namespace tether::sim
