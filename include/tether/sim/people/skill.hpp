// How well a simulated person sees and aims, and how that improves with practice. A motion over the
// distance D to a target of width W takes Fitts' time, and ends beside its aim in proportion to its
// length; both exceed those of a skilled person by a factor that follows the power law of practice:
//   T = λ (a + b log2(2 D / W)),    σ = λ s D,    λ(n) = 1 + B (1 + n)^−α
// with n cycles of the task done before. Fitts, J. Exp. Psychology 47(6), 1954; Schmidt et al.,
// Psychological Review 86(5), 1979; Newell & Rosenbloom, in Cognitive Skills, 1981.
#pragma once

namespace tether::sim {

struct SkillParams {
  double visual_delay = 0.17;     // from the tool to a correction of the hand [s]
  double acuity = 0.8e-3;         // standard deviation of a position seen, per axis [m]
  double fitts_intercept = 0.10;  // a [s]
  double fitts_slope = 0.14;      // b [s/bit]
  double scatter = 0.05;          // s: standard deviation of the end over the length
  double novice_excess = 0.4;     // B
  double learning_rate = 0.3;     // α
  double adaptation = 0.5;  // share of an error that the next trial avoids (trial_adaptation.hpp)
  double press_force = 8;   // with which the person presses and pulls, at the handle [N]
};

// λ after n cycles
double clumsiness(const SkillParams& skill, double cycles) noexcept;

// T of a skilled person [s]; distance and width [m]
double fitts_time(const SkillParams& skill, double distance, double width) noexcept;

}  // namespace tether::sim
