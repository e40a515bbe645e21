// What transition.hpp does for signals that can be added, for orientations: the turn between what
// the old source last gave and what the new one first gives is eased away along its own axis.
//   R_out(k) = slerp(R_out(k₀ − 1) R_in(k₀)ᵀ, I, s(k)) R_in(k)
#pragma once

#include "tether/control/engagement/ease.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::control {

class TurnTransition {
 public:
  // ticks: of the transition
  explicit TurnTransition(int ticks = 300) noexcept : step_(1.0 / ticks) {}

  // from the next update on the source is another one
  void begin() noexcept { begins_ = true; }

  void update(const spatial::Matrix3& in) noexcept;

  const spatial::Matrix3& value() const noexcept { return value_; }

 private:
  double step_;
  Ease ease_{1};
  bool begins_ = false;
  spatial::Matrix3 value_ = spatial::Matrix3::Identity();
  Eigen::Quaterniond difference_ = Eigen::Quaterniond::Identity();
};

}  // namespace tether::control
