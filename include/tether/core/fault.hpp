// A fault is why a running session must stop. It is a plain value, made in a tick without heap,
// and carries what a person needs to find the cause: stage, axis, figure and bound.
#pragma once

#include <cstdint>
#include <string>

namespace tether::core {

enum class FaultKind : std::uint8_t {
  none,
  non_finite,      // a NaN or infinity entered or left a stage
  joint_speed,     // a joint ran faster than its rating allows
  device,          // a device reported an error of its own
  silence,         // a device gave no sign of life for too long
  physics,         // the physics engine lost its state
  recorder,        // the log could not be written
  collision,       // a load on the device above its upper threshold
  emergency_stop,  // somebody pressed the button
};

struct Fault {
  FaultKind kind = FaultKind::none;
  const char* stage = "";  // static text: where it was seen, such as "follower device"
  int axis = -1;           // index of the joint or component, -1 when none
  double value = 0;        // the figure that was seen
  double bound = 0;        // the figure it should have kept to

  explicit operator bool() const noexcept { return kind != FaultKind::none; }
};

// stable snake_case name of the kind, as it stands in summary.json
const char* name(FaultKind kind) noexcept;

// one sentence for people
std::string describe(const Fault& fault);

}  // namespace tether::core
