// Trial-by-trial adaptation of where the hand has to go for the tool to be somewhere: from
// trial to trial a share of what was wrong is put right. Thoroughman & Shadmehr, Nature 407, 2000.
#pragma once

#include "tether/spatial/vectors.hpp"

namespace tether::sim {

class TrialAdaptation {
 public:
  // where to aim the hand; `guess` [m] as long as nothing is known
  const spatial::Vector3& aim(const spatial::Vector3& guess) const noexcept {
    return known_ ? hand_ : guess;
  }
  // the hand should have gone there [m]
  void learn(const spatial::Vector3& there, double share) noexcept {
    hand_ = known_ ? (hand_ + share * (there - hand_)).eval() : there;
    known_ = true;
  }

 private:
  spatial::Vector3 hand_ = spatial::Vector3::Zero();
  bool known_ = false;
};

}  // namespace tether::sim
