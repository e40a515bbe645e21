#include "tether/control/estimators/state_variable_filter.hpp"

#include <numbers>

namespace tether::control {

StateVariableFilter::StateVariableFilter(const StateVariableFilterParams& params) noexcept {
  const double omega = 2 * std::numbers::pi * params.cutoff;
  const double a0 = omega * omega;
  const double a1 = 2 * omega;
  const double c = 2 / params.sample_time;
  const double norm = c * c + a1 * c + a0;
  b_ = a0 * c / norm;
  p1_ = 2 * (a0 - c * c) / norm;
  p2_ = (c * c - a1 * c + a0) / norm;
}

void StateVariableFilter::reset(const robot::JointVector& position) noexcept {
  s1_ = -b_ * position;
  s2_ = -b_ * position;
}

robot::JointVector StateVariableFilter::update(const robot::JointVector& position) noexcept {
  const robot::JointVector velocity = b_ * position + s1_;
  s1_ = s2_ - p1_ * velocity;
  s2_ = -b_ * position - p2_ * velocity;
  return velocity;
}

}  // namespace tether::control
