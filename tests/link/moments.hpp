// Instants of a session, in milliseconds since it began.
#pragma once

#include "tether/core/time.hpp"

namespace tether::link {

inline core::Time at_ms(int milliseconds) {
  return core::Time(std::chrono::milliseconds(milliseconds));
}

}  // namespace tether::link
