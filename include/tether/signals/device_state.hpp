// What a device measures, once per tick.
#pragma once

#include <optional>

#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"
#include "tether/robot/joints.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::signals {

struct DeviceState {
  // When it was measured, by the session's clock; a device without one leaves it, and says whether
  // this is a new measurement. A side makes both agree: what was measured at the same moment as
  // before is not fresh.
  core::Time stamp;
  bool fresh = true;
  double rate = 0;  // of new measurements, as the side saw them of late; 0 = not known [Hz]
  robot::JointVector position;  // [rad or m]
  // effort that acted since the position measured before [N m or N]; what came of it is τᵀ Δq [J]
  robot::JointVector applied;
  // what the outside does to the device's tool (hand on handle, world on robot): base axes, moment
  // about the tool, as force sensors measure it
  spatial::Wrench external_at_tool;
  bool clutch = false;           // the operator wants to move only the device
  bool operator_present = true;  // somebody holds it; false only where the device can know
  bool stop_pressed = false;     // its emergency stop
  core::Fault fault;             // of the device itself
  // where the tool of a simulated device really is, for those who judge; never for a controller
  std::optional<spatial::Pose> actual = std::nullopt;
};

}  // namespace tether::signals
