// A share between 0 and 1 that goes up and down without a jolt. It moves along the course of least
// jerk, and may turn round anywhere on it:
//   p ← p ± step,   s(p) = 10 p³ − 15 p⁴ + 6 p⁵,   |ds| ≤ 15/8 · step
// Flash & Hogan, J. Neuroscience 5(7), 1985.
#pragma once

#include <algorithm>

namespace tether::control {

class Ease {
 public:
  // of its course, the greatest over the mean speed
  static constexpr double kPeak = 15.0 / 8;

  explicit Ease(double progress = 0) noexcept : progress_(progress) {}

  void up(double step) noexcept { progress_ = std::min(progress_ + step, 1.0); }
  void down(double step) noexcept { progress_ = std::max(progress_ - step, 0.0); }
  void restart() noexcept { progress_ = 0; }

  bool none() const noexcept { return progress_ == 0; }
  bool full() const noexcept { return progress_ == 1; }
  double share() const noexcept {
    const double p = progress_;
    return p * p * p * (10 + p * (6 * p - 15));
  }

 private:
  double progress_;
};

}  // namespace tether::control
