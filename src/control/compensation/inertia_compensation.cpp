#include "tether/control/compensation/inertia_compensation.hpp"

#include <cmath>

namespace tether::control {

InertiaCompensation::InertiaCompensation(const InertiaCompensationParams& params) noexcept
    : params_(params), gain_(1 - std::exp(-params.bandwidth * params.sample_time)) {}

robot::JointVector InertiaCompensation::update(const robot::JointVector& velocity,
                                               const robot::JointMatrix& inertia) noexcept {
  if (velocity_.size() != velocity.size()) {
    velocity_ = velocity;
    acceleration_ = robot::JointVector::Zero(velocity.size());
  }
  if (params_.share == 0) return robot::JointVector::Zero(velocity.size());
  acceleration_ += gain_ * ((velocity - velocity_) / params_.sample_time - acceleration_);
  velocity_ = velocity;
  return params_.share * (inertia * acceleration_);
}

}  // namespace tether::control
