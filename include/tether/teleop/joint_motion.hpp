// How the joints move, from the positions that a device measures: the estimated velocity, and the
// rate of the last displacement, which is not filtered. Estimators count samples: for ticks that
// were left out they are given positions between; after too many they begin anew. A position that
// an interface repeats is no standstill until it has been repeated for long.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/control/estimators/velocity_estimator.hpp"

namespace tether::teleop {

class JointMotion {
 public:
  JointMotion(std::unique_ptr<control::VelocityEstimator> estimator, double rate) noexcept
      : estimator_(std::move(estimator)), tick_rate_(rate) {}

  // left_out: ticks between this one and the last
  void update(const robot::JointVector& position, std::uint64_t left_out) noexcept;

  const robot::JointVector& velocity() const noexcept { return velocity_; }  // [rad/s or m/s]
  const robot::JointVector& rate() const noexcept { return rate_; }          // the same

 private:
  void estimate(const robot::JointVector& position, std::uint64_t left_out) noexcept;
  void differentiate(const robot::JointVector& position, std::uint64_t left_out) noexcept;

  std::unique_ptr<control::VelocityEstimator> estimator_;
  double tick_rate_;  // [Hz]
  robot::JointVector position_, velocity_, rate_;
  int repeated_ = 0;  // ticks since the position last changed
  bool started_ = false;
};

}  // namespace tether::teleop
