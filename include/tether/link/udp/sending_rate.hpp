// Lets through as many sends as a rate allows. A rate that does not divide the tick's keeps its
// mean; after a pause nothing is made up for.
#pragma once

#include "tether/core/time.hpp"

namespace tether::link {

class SendingRate {
 public:
  // rate [Hz]; 0 = every time
  explicit SendingRate(double rate) noexcept
      : period_(rate > 0 ? core::duration_from_seconds(1 / rate) : core::Duration{0}) {}

  bool due(core::Time now) noexcept {
    if (now < next_) return false;
    next_ += period_;
    if (next_ + period_ < now) next_ = now;
    return true;
  }

 private:
  core::Duration period_;
  core::Time next_;
};

}  // namespace tether::link
