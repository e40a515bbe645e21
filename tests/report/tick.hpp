// The tick of the sampled signals in tests.
#pragma once

namespace tether::report {

inline constexpr double kTick = 1e-3;  // [s]

}  // namespace tether::report
