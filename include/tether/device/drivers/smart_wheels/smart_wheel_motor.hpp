// The hub motors of a smart wheel, as far as a driver and a simulation must agree on them. Current
// of the q axis makes torque,
//   τ = k i                                                                                [N m]
// as long as the bus has the voltage for it, |k φ̇ + R i| ≤ U; and a motor whose windings are
// shorted brakes by what it induces,
//   τ = −k² φ̇ / R                                                                         [N m]
// Positive current drives either wheel forward, and its encoder then counts up. The greatest
// current is what the units' maker lets them drive with (KELO, kelo_tulip, PlatformDriver); the
// other figures are not published and assumed.
#pragma once

#include "tether/core/time.hpp"

namespace tether::device {

struct SmartWheelMotor {
  double torque_constant = 0.29;    // k [N m/A]
  double max_current = 20;          // [A]
  double winding_resistance = 0.3;  // R [Ω]
  double bus_voltage = 30;          // U [V]
  double encoder_counts = 4096;     // per turn of a wheel or a pivot
  // a unit that got no new setpoint for so long shorts its motors
  core::Duration watchdog = std::chrono::milliseconds(20);
};

}  // namespace tether::device
