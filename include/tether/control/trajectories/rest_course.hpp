// The quickest way of one axis to rest at zero, within bounds of velocity, acceleration and jerk
// that need not be the same in both directions. Such a way goes to a velocity v_p, as quickly as
// the bounds allow, stays there if v_p is a bound, and goes from there to rest:
//   (v, a) → (v_p, 0):  jerk ±J until the acceleration that J(v_p − v) + a²/2 or the bound says,
//                       that acceleration for a while, jerk ∓J
// One that is braking already, and would stop short, brakes less for a while (jerk J), then as hard
// as it may. How far each leads grows with v_p and with that while, so that the one that ends at
// zero is found by halving intervals. It overshoots only where that cannot be helped.
// Haschke, Weitnauer & Ritter, On-line planning of time-optimal, jerk-limited trajectories, IROS
// 2008.
#pragma once

namespace tether::control {

struct AxisState {
  double position = 0;      // [m] or [rad]
  double velocity = 0;      // [m/s] ...
  double acceleration = 0;  // [m/s²] ...
};

// each pair around zero, but for a start outside of them: then it is brought inside
struct CourseBounds {
  double lowest_velocity = -1, highest_velocity = 1;
  double lowest_acceleration = -1, highest_acceleration = 1;
  double jerk = 1;
};

// the state after `time` > 0 on this way; exactly zero when the way is over by then
AxisState on_course_to_rest(const AxisState& from, const CourseBounds& bounds,
                            double time) noexcept;

}  // namespace tether::control
