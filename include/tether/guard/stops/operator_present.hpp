// A dead man's switch: forces are for a hand that is there. When the device has not felt one for
// longer than `grace`, the share of the force is eased out, and eased in again when the hand is
// back, from wherever it stands:  share ∈ [0, 1],  |Δshare| ≤ 15/8 · T/ramp per tick.
#pragma once

#include "tether/control/engagement/ease.hpp"

namespace tether::guard {

struct OperatorPresentParams {
  double grace = 0.1;         // a hand that shifts its grip is not gone [s]
  double release = 0.2;       // to ease out [s]
  double ramp = 0.5;          // to ease in [s]
  double sample_time = 1e-3;  // T [s]
};

class OperatorPresent {
 public:
  explicit OperatorPresent(const OperatorPresentParams& params = {}) noexcept : params_(params) {}

  // one tick; the share of the force that may act
  double update(bool operator_present) noexcept {
    absent_ = operator_present ? 0 : absent_ + params_.sample_time;
    // a hand must have been there once
    known_ = known_ || operator_present;
    if (present()) {
      share_.up(params_.sample_time / params_.ramp);
    } else {
      share_.down(params_.sample_time / params_.release);
    }
    return share_.share();
  }

  bool present() const noexcept { return known_ && absent_ <= params_.grace; }

 private:
  OperatorPresentParams params_;
  control::Ease share_;
  double absent_ = 0;  // [s]
  bool known_ = false;
};

}  // namespace tether::guard
