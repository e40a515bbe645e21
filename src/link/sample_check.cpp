#include "tether/link/sample_check.hpp"

#include <cmath>

#include "tether/control/engagement.hpp"
#include "tether/passivity/methods.hpp"

namespace tether::link {
namespace {

constexpr double kUnitTolerance = 1e-6;  // of a turn's length

bool sane(core::Duration time) noexcept {
  return time >= core::Duration{0} && time <= kLongestTime;
}
bool sane(core::Time time) noexcept { return sane(time.time_since_epoch()); }

// false for what is not a number, too
bool sane(const spatial::Vector3& v) noexcept {
  return v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= kLargestFigure;
}

bool sane(const ShortVector& v) noexcept {
  return v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= static_cast<float>(kLargestFigure);
}

// false for what is not a number, too
bool share(const Eigen::Vector4f& v) noexcept {
  return v.minCoeff<Eigen::PropagateNaN>() >= 0 && v.maxCoeff<Eigen::PropagateNaN>() <= 1;
}

SampleError check_modes(const Sample& sample) noexcept {
  if (sample.method >= passivity::methods().size()) return SampleError::method;
  if (sample.engagement >= control::kEngagements) return SampleError::engagement;
  return sample.coupling < control::kCouplings ? SampleError::none : SampleError::coupling;
}

SampleError check_times(const Sample& sample) noexcept {
  if (!sane(sample.sent)) return SampleError::stamp;
  const bool none = sample.echo == core::Time{} && sample.held == core::Duration{0};
  const bool some = sane(sample.echo) && sane(sample.held);
  return (sample.echoes ? some : none) ? SampleError::none : SampleError::echo;
}

SampleError check_figures(const Sample& sample) noexcept {
  const bool figures = sane(sample.position) && sane(sample.torque) && sane(sample.force) &&
                       std::abs(sample.energy) <= kLargestFigure && sane(sample.wave) &&
                       sane(sample.angular) && sane(sample.linear) &&
                       sane(sample.external_torque) && sane(sample.external_force) &&
                       sane(sample.angular_acceleration) && sane(sample.linear_acceleration) &&
                       sample.kinetic >= 0 && sample.kinetic <= kLargestFigure;
  if (!figures) return SampleError::number;
  const double length = sample.orientation.norm();
  if (!std::isfinite(length)) return SampleError::number;
  if (!(std::abs(length - 1) <= kUnitTolerance)) return SampleError::orientation;
  return share(sample.obstruction) ? SampleError::none : SampleError::obstruction;
}

}  // namespace

SampleError check(const Sample& sample) noexcept {
  SampleError error = check_modes(sample);
  if (error == SampleError::none) error = check_times(sample);
  if (error == SampleError::none) error = check_figures(sample);
  return error;
}

}  // namespace tether::link
