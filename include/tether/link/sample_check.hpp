// Whether a sample can have come from a side of ours. What an open network brings may be anything;
// it is checked before a controller sees it, for there a number that is not finite is a fault that
// stops the session. Plausible is: every number finite and not absurdly large, a turn of unit
// length, times that are not before the session began, modes that exist.
#pragma once

#include "tether/link/link.hpp"

namespace tether::link {

// no position [m], force [N], torque [N m], energy [J] or wave [√W s] of ours is larger
inline constexpr double kLargest = 1e6;

bool plausible(const Sample& sample) noexcept;

}  // namespace tether::link
