// The unit in which processors share memory. What two threads write stands on different lines, so
// that neither slows the other down.
#pragma once

#include <cstddef>

namespace tether::core {

// [byte]; right for x86-64 and most ARM. Not std::hardware_destructive_interference_size, which may
// change with compiler flags and with it the layout of what uses it.
inline constexpr std::size_t kCacheLine = 64;

}  // namespace tether::core
