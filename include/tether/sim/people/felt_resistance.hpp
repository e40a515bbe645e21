// How stiff a handle feels that is pushed away from its centre and let back. Over one stroke, with
// deflection q [m], its rate q' and force against it f [N], as they reached the senses, the person
// distinguishes what springs back from what only rubs; the k and c that fit best (least squares) in
//   f = k q + c sgn(q')                                                                       [N]
// What they make of it is blurred by a share of itself (Weber) and by the least force they notice:
//   k' = k (1 + n),   n ~ N(0, w² + (f0 / f_rms)²)                                          [N/m]
// The fraction w of 8 % is assumed, for equal strokes of a trained hand; compliance at strokes that
// differ is distinguished at 22 %: Tan et al., Perception & Psychophysics 57(4), 1995. A
// discrimination threshold (76 % correct of two) is one standard deviation of a single percept, so
// the fraction is w itself.
#pragma once

#include "tether/sim/people/random_generator.hpp"

namespace tether::sim {

struct TouchParams {
  double weber = 0.08;        // w: standard deviation of a percept over itself
  double least_force = 0.05;  // f0 [N]
};

class FeltResistance {
 public:
  void begin() noexcept { *this = FeltResistance(); }
  // one moment of a stroke, of equal length each
  void feel(double deflection, double rate, double force) noexcept;
  // something was pushed by more than a millimetre, on average
  bool felt() const noexcept;
  // k' [N/m]; never below zero
  double percept(const TouchParams& touch, RandomGenerator& random) const noexcept;

 private:
  double moments_ = 0;               // while it moved
  double qq_ = 0, qs_ = 0;           // Σ q², Σ q s
  double fq_ = 0, fs_ = 0, ff_ = 0;  // Σ f q, Σ f s, Σ f²
};

}  // namespace tether::sim
