// Takes a signal over from one source to another without a step: the difference between what the
// old source last gave and what the new one first gives is added, and eased away.
//   out(k) = in(k) + (1 − s(k)) (out(k₀ − 1) − in(k₀))
#pragma once

#include "tether/control/engagement/ease.hpp"

namespace tether::control {

template <class Signal>
class Transition {
 public:
  // ticks: of the transition
  explicit Transition(int ticks = 300) noexcept : step_(1.0 / ticks) {}

  // from the next update on the source is another one
  void begin() noexcept { begins_ = true; }

  void update(const Signal& in) noexcept {
    if (begins_) {
      begins_ = false;
      ease_.restart();
      difference_ = value_ - in;
    }
    ease_.up(step_);
    value_ = in;
    if (!ease_.full()) value_ = value_ + (1 - ease_.share()) * difference_;
  }

  const Signal& value() const noexcept { return value_; }
  bool changing() const noexcept { return !ease_.full(); }

 private:
  double step_;
  Ease ease_{1};
  bool begins_ = false;
  Signal value_{};
  Signal difference_{};
};

}  // namespace tether::control
