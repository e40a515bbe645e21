// How the joints move, from the positions that a device measures: the estimated velocity, and the
// rate of the last displacement, which is not filtered. Estimators count samples: for ticks that
// were left out they are given positions between; after too many they begin anew. A position that
// an interface repeats is no standstill until it has been repeated for long.
// A device whose measurements are more than two ticks apart is slow: taken as they come, its
// positions are stairs, a speed of many times its own at every step and none between. So its
// velocity is kept until the next measurement, and the estimator is then given the ticks between on
// the way there. Overdue by three intervals, the device stands still as far as anybody knows.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/control/estimators/velocity_estimator.hpp"

namespace tether::teleop {

class JointMotion {
 public:
  JointMotion(std::unique_ptr<control::VelocityEstimator> estimator, double rate) noexcept
      : estimator_(std::move(estimator)), tick_rate_(rate) {}

  // left_out: ticks between this one and the last; fresh: measured anew since then
  void update(const robot::JointVector& position, std::uint64_t left_out,
              bool fresh = true) noexcept;

  const robot::JointVector& velocity() const noexcept { return velocity_; }  // [rad/s or m/s]
  const robot::JointVector& rate() const noexcept { return rate_; }          // the same

 private:
  bool slow() const noexcept;
  void estimate(const robot::JointVector& position, std::uint64_t left_out) noexcept;
  void follow(const robot::JointVector& position) noexcept;
  void wait(const robot::JointVector& position) noexcept;
  void differentiate(const robot::JointVector& position, std::uint64_t left_out) noexcept;

  std::unique_ptr<control::VelocityEstimator> estimator_;
  double tick_rate_;  // [Hz]
  robot::JointVector position_, velocity_, rate_;
  int repeated_ = 0;  // ticks since the position last changed
  // ticks since it was last measured anew: all, those that were made, those that the estimator had
  int elapsed_ = 0, made_ = 0, given_ = 0;
  int spaced_ = 1;  // ticks made between the last two measurements
  bool started_ = false;
};

}  // namespace tether::teleop
