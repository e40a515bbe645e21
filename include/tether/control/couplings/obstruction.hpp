// How far obstacles stand in the way of a vehicle, in the four ways a hand can push it: 0 nothing
// near, 1 right at it. Dimensionless; what it makes of a push is up to whoever lets a hand feel it
// (assist/obstacles/obstacle_force.hpp).
#pragma once

namespace tether::control {

struct Obstruction {
  double forward = 0;
  double backward = 0;
  double left = 0;   // turning, or being, to the left
  double right = 0;  // the same to the right

  friend bool operator==(const Obstruction&, const Obstruction&) = default;
};

}  // namespace tether::control
