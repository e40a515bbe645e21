#include "tether/control/couplings/effort_conditioning.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {

using spatial::Vector6;

EffortConditioning::EffortConditioning(const EffortConditioningParams& params) noexcept
    : params_(params),
      first_ticks_(
          std::max(static_cast<int>(std::lround(params.recording / params.sample_time)), 1)),
      later_ticks_(
          std::max(static_cast<int>(std::lround(params.rerecording / params.sample_time)), 1)) {}

void EffortConditioning::record(const Vector6& raw) noexcept {
  if (recorded_ == 0) {
    sum_.setZero();
    low_ = high_ = raw;
  }
  ++recorded_;
  sum_ += raw;
  low_ = low_.cwiseMin(raw);
  high_ = high_.cwiseMax(raw);
}

bool EffortConditioning::elsewhere(const spatial::Pose& tool) const noexcept {
  return (tool.position - place_.position).norm() > params_.moved ||
         spatial::rotation_angle(tool.rotation, place_.rotation) > params_.turned;
}

spatial::Wrench EffortConditioning::update(const spatial::Wrench& measured,
                                           const spatial::Pose& tool,
                                           const spatial::Twist& twist) noexcept {
  const Vector6 raw = measured.vector();
  if (!raw.allFinite()) {
    forget();
    return {};
  }
  const spatial::Twist moves = of_tool(tool, twist);
  const bool still =
      moves.linear.norm() < params_.still && moves.angular.norm() < params_.turning_still;
  if (!ready_) {
    if (!still) {
      forget();
      return {};
    }
    record(raw);
    if (recorded_ < first_ticks_) return {};
    offset_ = first_offset_ = sum_ / recorded_;
    band_ = params_.band * (high_ - low_);
    place_ = tool;
    ready_ = true;
    forget();
  }
  const Vector6 away = raw - offset_;
  const Vector6 beyond = (away.cwiseAbs() - band_).cwiseMax(0);
  if (!still || !beyond.isZero(0) || !elsewhere(tool)) {
    forget();
  } else {
    record(raw);
    if (recorded_ >= later_ticks_) {
      const Vector6 most = params_.largest_shift * band_;
      const Vector6 shift = sum_ / recorded_ - first_offset_;
      offset_ = first_offset_ + shift.cwiseMax(-most).cwiseMin(most);
      place_ = tool;
      forget();
    }
  }
  return spatial::Wrench::from_vector(away.cwiseSign().cwiseProduct(beyond));
}

}  // namespace tether::control
