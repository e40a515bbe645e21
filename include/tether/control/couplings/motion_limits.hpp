// Follows a target that may jump within bounds of velocity, acceleration and jerk, per axis of
// translation and rotation. Once per tick, for every axis:
//   1  the target itself, if one tick of bounded jerk leads there and its velocity stays boundable,
//      |v + a|a| / 2J| ≤ V: what keeps the bounds is followed exactly. The jerk is the parabola
//      that leads from state to state, which is that of a quintic
//   2  else the state one tick along the quickest way to rest in the frame of the target
//      (rest_course.hpp), which goes on with its velocity, acceleration and jerk: it catches up as
//      fast as the bounds allow, and overshoots only where that cannot be helped
//   3  else, where that way would break a bound (the target breaks it, or will), the nearest jerk
//      that keeps all of them
// None of the bounds is ever exceeded at a tick, the jerk as (a(k) − a(k−1)) / T, whatever the
// target does; a target that is no number is not followed. Turns are given by rotation vectors from
// where the target is, base axes.
// Zanasi & Morselli, Automatica 39(3), 2003 (the problem); Haschke et al., IROS 2008 (the way).
#pragma once

#include "tether/control/trajectories/rest_course.hpp"
#include "tether/control/trajectories/rotation_motion.hpp"

namespace tether::control {

struct AxisLimits {
  double velocity = 1;        // V [m/s] or [rad/s]
  double acceleration = 7.5;  // A [m/s²] or [rad/s²]
  double jerk = 3750;         // J [m/s³] or [rad/s³]
};

// those of a Panda's tool over √3, so that the length of a vector keeps the arm's bounds, too
struct MotionLimitsParams {
  AxisLimits translation{0.98, 7.5, 3750};
  AxisLimits rotation{1.44, 14.4, 7200};
  double sample_time = 1e-3;  // T [s]
};

// where an axis shall be at the end of a tick
struct AxisTarget {
  double distance = 0;  // from where the axis is at its beginning [m]
  double velocity = 0, acceleration = 0;
  double jerk = 0;  // of the target, as far as it is known
};

// what an axis does in a tick
struct AxisStep {
  double distance = 0;                    // that it goes [m]
  double velocity = 0, acceleration = 0;  // at the end
  bool exact = false;                     // it is where the target is
};

// one axis, one tick of `sample_time`, from velocity v and acceleration a within the limits
AxisStep follow(const AxisLimits& limits, double sample_time, double v, double a,
                const AxisTarget& target) noexcept;
// whether a tick from (v, a) to (v_end, a_end) that goes `distance` keeps all limits
bool keeps(const AxisLimits& limits, double sample_time, double v, double a, double distance,
           double v_end, double a_end) noexcept;

class MotionLimits {
 public:
  explicit MotionLimits(const MotionLimitsParams& params) noexcept;

  // from here on; what of its motion is beyond the bounds is cut
  void reset(const PoseState& state) noexcept;
  // one tick later
  const PoseState& follow(const PoseState& target) noexcept;

  const PoseState& state() const noexcept { return state_; }
  // it is where the target was asked for, with its motion
  bool exact() const noexcept { return exact_; }

 private:
  MotionLimitsParams params_;
  PoseState state_;
  PoseState before_;  // the target of the tick before
  bool exact_ = false;
};

}  // namespace tether::control
