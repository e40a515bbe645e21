// Power of a controller into its device since the last tick: the effort that acted times the
// displacement, over the time between,
//   P = τᵀΔq / T                                                                        [W]
#pragma once

#include "tether/signals/tick.hpp"

namespace tether::report {

class PortPower {
 public:
  explicit PortPower(double rate) noexcept : rate_(rate) {}

  double update(const signals::Tick& tick) noexcept {
    const robot::JointVector& position = tick.measured.position;
    double power = 0;
    if (position_.size() > 0 && position.size() == position_.size() && tick.index > index_) {
      const auto ticks = static_cast<double>(tick.index - index_);
      power = rate_ / ticks * tick.measured.applied.dot(position - position_);
    }
    position_ = position;
    index_ = tick.index;
    return power;
  }

 private:
  double rate_;  // of ticks [Hz]
  robot::JointVector position_;
  std::uint64_t index_ = 0;
};

}  // namespace tether::report
