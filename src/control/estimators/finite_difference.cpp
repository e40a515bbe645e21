#include "tether/control/estimators/finite_difference.hpp"

#include <algorithm>

namespace tether::control {

FiniteDifference::FiniteDifference(const FiniteDifferenceParams& params) noexcept
    : params_(params) {
  params_.samples = std::clamp(params_.samples, 1, kMaxSamples);
}

void FiniteDifference::reset(const robot::JointVector& position) noexcept {
  past_.fill(position);
  oldest_ = 0;
}

robot::JointVector FiniteDifference::update(const robot::JointVector& position) noexcept {
  robot::JointVector& oldest = past_[static_cast<std::size_t>(oldest_)];
  const robot::JointVector velocity = (position - oldest) / (params_.samples * params_.sample_time);
  oldest = position;
  oldest_ = (oldest_ + 1) % params_.samples;
  return velocity;
}

}  // namespace tether::control
