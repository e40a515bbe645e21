// Times of messages in tests.
#pragma once

#include <cstdint>

#include "tether/core/time.hpp"

namespace tether::record {

inline core::Time at(std::int64_t nanoseconds) { return core::Time(core::Duration(nanoseconds)); }

}  // namespace tether::record
