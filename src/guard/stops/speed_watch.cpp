#include "tether/guard/stops/speed_watch.hpp"

#include <cmath>

namespace tether::guard {

core::Fault SpeedWatch::update(const robot::JointVector& velocity) const noexcept {
  for (int i = 0; i < velocity.size(); ++i) {
    const double speed = std::abs(velocity[i]);
    if (speed > params_.bound[i]) {
      return {core::FaultKind::joint_speed, stage_, i, speed, params_.bound[i]};
    }
  }
  return {};
}

}  // namespace tether::guard
