// First-order low-pass of a signal that is sampled:
//   y ← y + (1 − exp(−2π f T)) (x − y),      y(0) = x(0)
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

namespace tether::control {

struct LowPassParams {
  double cutoff = std::numeric_limits<double>::infinity();  // f [Hz]; none when infinite
  double sample_time = 1e-3;                                // T [s]
};

template <class Signal>
class LowPass {
 public:
  explicit LowPass(const LowPassParams& params) noexcept
      : share_(-std::expm1(-2 * std::numbers::pi * params.cutoff * params.sample_time)) {}

  const Signal& update(const Signal& in) noexcept {
    value_ = started_ ? value_ + share_ * (in - value_) : in;
    started_ = true;
    return value_;
  }

 private:
  double share_;
  bool started_ = false;
  Signal value_{};
};

}  // namespace tether::control
