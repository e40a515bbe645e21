// One drive of the wheeled platform over an open floor in MuJoCo: from rest, with its units turned
// any way, it speeds up, then holds a velocity; or it turns back at full speed. What is measured is
// what the platform really does, not its odometry.
// Velocities of translation and turning are one figure by a lever, the way from the middle to a
// pivot:
//   |(ẋ, ẏ, θ̇)|² = ẋ² + ẏ² + (ρ θ̇)²,   ρ = |p_k|                                   [m/s]
//   error        √mean |v − v_wanted|² / |v_wanted|
//   wheel swing  RMS of what is faster than about 2 Hz in the eight rim speeds, over |v_wanted|:
//   wheels
//                that resonate show there first, the mass of the platform hides it
//   body swing   the same of v itself
// over the last two seconds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tether/control/platform/linear_controller.hpp"
#include "tether/control/platform/wheel_control.hpp"
#include "tether/robot/platform.hpp"

namespace tether::reproduction {

enum class PlatformDrive : std::uint8_t {
  platform,         // velocity control of the platform, torque distribution, weak wheels
  no_feed_forward,  // the same, without mass and inertia known beforehand
  wheels_only,      // eight stiff wheel controllers
};
inline constexpr int kPlatformDrives = 3;
std::string_view name(PlatformDrive drive) noexcept;

enum class PlatformMotion : std::uint8_t {
  straight,  // (v, 0, 0)
  sideways,  // (0, v, 0)
  bend,      // (v, 0, v / 1.5 m): 0.8 rad/s at 1.2 m/s
  spot,      // (0, 0, v / 1 m): turning on the spot
};
inline constexpr int kPlatformMotions = 4;
std::string_view name(PlatformMotion motion) noexcept;

// what is asked of the platform at that speed [m/s; of turning on the spot rad/s]
robot::PlanarTwist wanted_twist(PlatformMotion motion, double speed) noexcept;

struct PlatformTrial {
  PlatformDrive drive{};
  PlatformMotion motion{};
  double speed = 1.2;
  std::uint64_t seed = 1;  // of the angles that the units start with, and of the sensors' noise
  double hold = 3;         // how long after the reference got there [s]
  double judged = 2;       // of that, at the end [s]
  bool reverses = false;   // then the same speed back, and only that is judged
  bool traced = false;     // keep what happened
  control::LinearControllerParams stiff_wheel = control::kStiffWheel;  // of wheels alone
  control::LinearControllerParams weak_wheel = control::kWeakWheel;    // beside the platform's
};

struct PlatformMoment {
  double time = 0;  // [s], since it was commanded to go
  robot::PlanarTwist twist = robot::PlanarTwist::Zero();
  robot::PlanarTwist reference = robot::PlanarTwist::Zero();
  double rim_speed = 0;  // of one wheel, the front left unit's left one [m/s]
};

struct PlatformFigures {
  double error = 0;
  double wheel_swing = 0;
  double body_swing = 0;
  double torque_swing = 0;  // of the eight wheels, the same part [N m]
  double frequency = 0;     // at which the wheels swing most [Hz]
  double pivot_swing = 0;   // of the units, the same part [rad]
  // over the whole drive
  double fastest_wheel = 0;           // [rad/s]
  double greatest_error = 0;          // |v − v_ref| [m/s]
  bool lost = false;                  // the physics or the driver gave up
  std::vector<PlatformMoment> trace;  // every 5 ms, when it was asked for
};

// throws core::InputError when the world cannot be loaded
PlatformFigures run_platform_trial(const PlatformTrial& trial);

}  // namespace tether::reproduction
