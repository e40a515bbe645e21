#include "tether/control/compensation/friction_compensation.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {

robot::JointVector FrictionCompensation::update(const robot::JointVector& velocity,
                                                const robot::JointVector& rate) const noexcept {
  robot::JointVector efforts = robot::JointVector::Zero(velocity.size());
  for (Eigen::Index i = 0; i < efforts.size(); ++i) {
    if (velocity[i] * rate[i] <= 0) continue;
    const double speed = std::min(std::abs(velocity[i]), std::abs(rate[i]));
    const double friction = params_.coulomb[i] * std::min(speed / params_.fading_speed, 1.0) +
                            params_.viscous[i] * speed;
    efforts[i] = std::copysign(params_.share * friction, rate[i]);
  }
  return efforts;
}

}  // namespace tether::control
