// Velocity of a platform in its own axes, by three linear controllers that act on the platform as a
// whole: they make a planar wrench, which torque_distribution.hpp gives to the wheels. The wheels'
// own controllers (wheel_control.hpp) may then be weak, and the casters swivel as they like.
//   F = C(s) (v_ref − v) + m (v̇_ref + ω_ref ẑ × v_ref) + R sign(v_ref)
//   M = C(s) (ω_ref − ω) + J ω̇_ref + R_t sign(ω_ref)
// v_ref follows what is wanted, with bounded acceleration: the translation as one vector, so that
// it goes straight to its goal. Slowing down may be harder than speeding up. The friction R sets in
// over a small speed, not at once. Gains as in the document's appendix D.
#pragma once

#include "tether/control/platform/linear_controller.hpp"
#include "tether/robot/platform.hpp"

namespace tether::control {

struct PlatformControlParams {
  // of ẋ and ẏ each [N s/m], of θ̇ [N m s/rad]
  LinearControllerParams translation{.gain = 100,
                                     .integrator = 0.25,
                                     .zero = 20,
                                     .pole = 20,
                                     .low_pass = 100,
                                     .integral_bound = 100};
  LinearControllerParams turn{.gain = 755,
                              .integrator = 0.3,
                              .zero = 20,
                              .pole = 20,
                              .low_pass = 100,
                              .integral_bound = 100};
  // feed-forward; none when all are 0
  double mass = 36.5;            // m [kg]
  double turning_inertia = 2;    // J [kg m²]
  double rolling_friction = 0;   // R, of all wheels together [N]
  double turning_friction = 0;   // R_t [N m]
  double friction_onset = 0.02;  // speed at which friction is there in full [m/s or rad/s]
  // of the reference
  double max_acceleration = 1;       // [m/s²]
  double max_deceleration = 2.5;     // [m/s²]
  double max_turn_acceleration = 2;  // [rad/s²]
  double max_turn_deceleration = 5;  // [rad/s²]
  double sample_time = 1e-3;         // [s], of the controllers too
};

struct PlatformControlOutput {
  robot::PlanarWrench wrench;    // in the platform's axes
  robot::PlanarTwist reference;  // what is asked of it now
};

class PlatformControl {
 public:
  // throws core::InputError for what no linear controller can be
  explicit PlatformControl(const PlatformControlParams& params);

  // both in the platform's axes; what is not finite counts as rest
  PlatformControlOutput update(const robot::PlanarTwist& wanted,
                               const robot::PlanarTwist& measured) noexcept;
  // forgets its integrals, and goes on from this motion
  void reset(const robot::PlanarTwist& moving) noexcept;

 private:
  void advance(const robot::PlanarTwist& wanted) noexcept;
  robot::PlanarWrench feed_forward() const noexcept;

  PlatformControlParams params_;
  LinearController x_;
  LinearController y_;
  LinearController turn_;
  robot::PlanarTwist reference_ = robot::PlanarTwist::Zero();
  robot::PlanarTwist acceleration_ = robot::PlanarTwist::Zero();  // of the reference
};

}  // namespace tether::control
