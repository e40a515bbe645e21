// One box of a geofence: where it stands in the base frame, what people call it, and whether it is
// in force at the start.
#pragma once

#include "tether/core/fixed_string.hpp"
#include "tether/spatial/box.hpp"

namespace tether::guard {

struct FenceBox : spatial::Box {
  core::FixedString<32> name;
  bool enabled = true;  // at the start
};

}  // namespace tether::guard
