// How a tool moves, from its last time-stamped poses: a parabola through the last six of them, by
// least squares, taken at the newest,
//   x(t) ≈ x + v t + ½ a t²,     R(t) ≈ exp(ω t + ½ α t²) R                 t ≤ 0, newest at 0
// A parabola has no lag where the acceleration stays as it is; a jump of it is seen whole after
// five samples. For poses that are hardly noisy, as those of a simulation: a velocity is as noisy
// as the poses times about 1.3 / T.
#pragma once

#include <array>

#include "tether/control/trajectories/rotation_motion.hpp"
#include "tether/core/time.hpp"

namespace tether::control {

class MotionFit {
 public:
  static constexpr int kSamples = 6;

  void reset() noexcept { count_ = 0; }
  // the newest pose, with the motion that was fitted; at rest until there are three poses
  PoseState update(core::Time now, const spatial::Pose& pose) noexcept;

 private:
  struct Stamped {
    core::Time at;
    spatial::Pose pose;
  };
  std::array<Stamped, kSamples> samples_;  // a ring
  int count_ = 0;                          // all that came
};

}  // namespace tether::control
