// What the virtual handle that a stream of poses drags is like (pointer_handle.hpp), and how the
// stream is played to it (pointer_path.hpp).
#pragma once

#include "tether/control/couplings/motion_limits.hpp"

namespace tether::device {

struct PointerPathParams {
  double spacing = 0.005;  // of points, at least [s]
  double most_delay = 3;   // of what is played [s]
  double patience = 0.1;   // without a pose, at least, before the stream has ended [s]
  control::MotionLimitsParams limits{{1, 4, 400}, {3, 15, 1500}, 1e-3};
  double sample_time = 1e-3;  // T [s]
};

struct PointerHandleParams {
  // of joints that slide: 12 N, all that an omega.7 can give, change its speed by 4 mm/s in 1 ms
  // [kg]
  double mass = 3;
  double inertia = 0.05;  // of joints that turn [kg m²]
  // as of a person's arm: it yields to a force as a hand would
  double stiffness = 400;      // [N/m]
  double damping = 70;         // [N s/m]
  double turn_stiffness = 10;  // of tools that can turn [N m/rad]
  double turn_damping = 1.4;   // the same [N m s/rad]
  PointerPathParams path;
};

}  // namespace tether::device
