// The tick of the sampled signals in tests.
#pragma once

namespace tether::study {

inline constexpr double kTick = 1e-3;  // [s]

}  // namespace tether::study
