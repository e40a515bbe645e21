// The motion behind a stream of poses of any rate: what is played is smooth, however the stream
// comes. Poses that are `spacing` apart become points; at every point but the newest, velocity and
// acceleration are those of the parabola through it and its neighbours,
//   v = (h₂ d₁ + h₁ d₂) / (h₁ + h₂),  a = 2 (d₂ − d₁) / (h₁ + h₂),  d = Δx/h of the interval before
//   and of the one after                                                        [m/s], [m/s²]
// A playout (playout.hpp), whose delay follows the intervals that come, joins the points by
// quintics. When all of them have been played and the next pose is still not there, the newest is
// taken for the place where the pointer rests: the motion ends there. What is left of jumps is
// followed within bounds of velocity, acceleration and jerk (motion_limits.hpp), so that the
// velocity never steps. Poses that are no numbers or no rotations, repeated or out of order are
// dropped, and counted.
#pragma once

#include "tether/control/couplings/motion_limits.hpp"
#include "tether/control/couplings/playout.hpp"
#include "tether/control/estimators/sample_rate.hpp"
#include "tether/device/pointer/pointer_params.hpp"
#include "tether/device/pointer/pose_stream.hpp"

namespace tether::device {

class PointerPath {
 public:
  // at rest there until poses come
  PointerPath(const PointerPathParams& params, const spatial::Pose& start) noexcept;

  // a pose that came at `now`, before `update`
  void put(core::Time now, const StreamedPose& pose) noexcept;
  // where the pointer is played to be at `now`, one tick after the last
  const control::PoseState& update(core::Time now) noexcept;

  double rate() const noexcept { return rate_.rate(); }        // of the stream [Hz]
  std::uint64_t dropped() const noexcept { return dropped_; }  // poses
  double delay() const noexcept { return playout_.delay(); }   // of what is played [s]

 private:
  struct Known {
    core::Time stamp;
    spatial::Pose pose;
  };

  void take(core::Time now, const Known& next) noexcept;
  void settle(core::Time now) noexcept;
  void play(core::Time now, const Known& point, const spatial::Twist& velocity,
            const spatial::Twist& acceleration) noexcept;

  PointerPathParams params_;
  control::Playout playout_;
  control::MotionLimits limits_;
  control::SampleRate rate_;
  Known before_, last_, newest_;  // the last two points, and what came since
  int points_ = 0;                // of the stream, up to two
  bool played_ = false;           // the last point is
  double longest_ = 0;            // interval of late [s]
  core::Time arrived_;            // the newest
  core::Time updated_;
  std::uint64_t dropped_ = 0;
};

}  // namespace tether::device
