// A device whose physics is computed here: between two ticks the session lets its time pass.
#pragma once

#include "tether/core/time.hpp"
#include "tether/device/device.hpp"

namespace tether::sim {

class SimulatedDevice : public device::Device {
 public:
  // let `dt` pass with the commanded efforts held
  virtual void advance(core::Duration dt) noexcept = 0;
};

}  // namespace tether::sim
