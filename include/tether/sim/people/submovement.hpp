// One stroke of the hand: planned as a whole, made without looking, with the least jerk. A reach is
// a first stroke and the corrections that follow when its end was seen. Meyer et al., Psychological
// Review 95(3), 1988; Flash & Hogan, J. Neuroscience 5(7), 1985.
#pragma once

#include "tether/control/trajectories/trajectory.hpp"
#include "tether/sim/people/random_generator.hpp"
#include "tether/sim/people/skill.hpp"

namespace tether::sim {

class Submovement {
 public:
  // rests at `start` [m] until the first stroke
  explicit Submovement(const spatial::Vector3& start) noexcept : from_(start), to_(start) {}

  // a stroke that begins at t [s] where the last one is then, and aims at `aim` [m]; `width` is
  // that of the target [m]. Along the stroke it scatters twice as much as across.
  void begin(double t, const spatial::Vector3& aim, double width, const SkillParams& skill,
             double clumsiness, RandomGenerator& random) noexcept;

  control::PointState at(double t) const noexcept;
  double end() const noexcept { return begin_ + duration_; }  // [s]

 private:
  spatial::Vector3 from_, to_;
  double begin_ = 0;
  double duration_ = 0;
};

}  // namespace tether::sim
