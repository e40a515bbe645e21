// What a side moves: a haptic device in a hand or a robot in its world. It measures positions and
// takes efforts (impedance causality); efforts are held until the next command.
#pragma once

#include "tether/core/time.hpp"
#include "tether/robot/chain.hpp"
#include "tether/signals/device_state.hpp"

namespace tether::device {

// what is commanded
struct JointEfforts {
  robot::JointVector values;  // [N m or N]
  // wanted of the joints, for drives with controllers of their own that help; at rest when empty
  // [rad/s or m/s]
  robot::JointVector velocity = {};
};

class Device {
 public:
  virtual ~Device() = default;
  // kinematics and ratings; constant
  virtual const robot::Chain& chain() const noexcept = 0;
  // Time passes for the device also when nobody reads it. False for one that is computed here, and
  // waits while a tick is left out.
  virtual bool keeps_wall_time() const noexcept { return true; }
  virtual signals::DeviceState read(core::Time now) noexcept = 0;
  virtual void command(core::Time now, const JointEfforts& efforts) noexcept = 0;
};

}  // namespace tether::device
