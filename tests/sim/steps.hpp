// Steps of time with which simulated parts are driven.
#pragma once

#include <chrono>

#include "tether/core/time.hpp"

namespace tether::sim {

inline constexpr core::Duration kTick = std::chrono::milliseconds(1);
inline constexpr double kStep = 1e-3;  // [s]

}  // namespace tether::sim
