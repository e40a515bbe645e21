#include "tether/core/fault.hpp"

#include <fmt/format.h>

namespace tether::core {

const char* name(FaultKind kind) noexcept {
  switch (kind) {
    case FaultKind::none:
      return "none";
    case FaultKind::non_finite:
      return "non_finite";
    case FaultKind::joint_speed:
      return "joint_speed";
    case FaultKind::device:
      return "device";
    case FaultKind::silence:
      return "silence";
    case FaultKind::physics:
      return "physics";
    case FaultKind::recorder:
      return "recorder";
    case FaultKind::collision:
      return "collision";
    case FaultKind::emergency_stop:
      return "emergency_stop";
  }
  return "unknown";
}

std::string describe(const Fault& fault) {
  const std::string axis = fault.axis < 0 ? "" : fmt::format(", joint {}", fault.axis + 1);
  switch (fault.kind) {
    case FaultKind::none:
      return "no fault";
    case FaultKind::non_finite:
      return fmt::format("{}{}: a number is not finite ({})", fault.stage, axis, fault.value);
    case FaultKind::joint_speed:
      return fmt::format("{}{}: speed {:.3g} exceeds {:.3g} (rad/s or m/s)", fault.stage, axis,
                         fault.value, fault.bound);
    case FaultKind::device:
      return fmt::format("{}{}: the device reports an error", fault.stage, axis);
    case FaultKind::silence:
      return fmt::format("{}: no sign of life for {:.3g} s, at most {:.3g} s are borne",
                         fault.stage, fault.value, fault.bound);
    case FaultKind::physics:
      return fmt::format("{}: the physics engine lost its state (warning {})", fault.stage,
                         static_cast<int>(fault.value));
    case FaultKind::recorder:
      return fmt::format("{}: the log could not be written", fault.stage);
    case FaultKind::collision:
      return fmt::format("{}, axis {}: a load of {:.5g} above its threshold of {:.5g} (N or N m)",
                         fault.stage, fault.axis + 1, fault.value, fault.bound);
    case FaultKind::emergency_stop:
      return fmt::format("{}: the emergency stop was pressed", fault.stage);
  }
  return "unknown fault";
}

}  // namespace tether::core
