// What a simulated person does with a device besides moving it: presses its clutch, lets go of it,
// presses its emergency stop. All of it is known beforehand.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/device/device.hpp"

namespace tether::sim {

// a time interval
struct Interval {
  double from = 0;  // [s]
  double to = 0;    // [s]
};

// whether a moment lies in one of them
inline bool within(const std::vector<Interval>& intervals, core::Time now) noexcept {
  const double t = core::seconds(now);
  return std::any_of(intervals.begin(), intervals.end(), [t](const Interval& interval) {
    return t >= interval.from && t < interval.to;
  });
}

struct HandlingParams {
  std::vector<Interval> clutch;   // pressed
  std::vector<Interval> let_go;   // nobody holds the device
  std::optional<double> stop_at;  // the emergency stop is pressed, and stays so [s]
};

class Handling {
 public:
  explicit Handling(HandlingParams params) noexcept : params_(std::move(params)) {}

  bool holds(core::Time now) const noexcept { return !within(params_.let_go, now); }
  // as the device measures it
  void report(core::Time now, signals::DeviceState& state) const noexcept {
    state.clutch = within(params_.clutch, now);
    state.operator_present = holds(now);
    state.stop_pressed = params_.stop_at && core::seconds(now) >= *params_.stop_at;
  }

 private:
  HandlingParams params_;
};

}  // namespace tether::sim
