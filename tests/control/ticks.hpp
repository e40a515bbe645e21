// The tick that controllers are tested with, and instants counted in it.
#pragma once

#include "tether/core/time.hpp"

namespace tether::control {

inline constexpr double kTick = 1e-3;  // [s]

inline core::Time at_tick(int tick) {
  return core::Time(core::duration_from_seconds(kTick * tick));
}

}  // namespace tether::control
