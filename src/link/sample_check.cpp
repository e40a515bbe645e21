#include "tether/link/sample_check.hpp"

#include <cmath>
#include <concepts>
#include <string_view>

#include "tether/control/engagement/engagement.hpp"
#include "tether/core/registry.hpp"
#include "tether/passivity/methods/methods.hpp"

namespace tether::link {
namespace {

constexpr double kUnitTolerance = 1e-6;    // of a turn's length
constexpr double kNormalTolerance = 1e-3;  // of a normal in single precision

bool sane(core::Duration time) noexcept {
  return time >= core::Duration{0} && time <= kLongestTime;
}
bool sane(core::Time time) noexcept { return sane(time.time_since_epoch()); }

// whether every figure is finite and not absurd, along the description; modes and times are checked
// apart, turns and shares have bounds of their own
class Figures {
 public:
  template <class Value>
  void operator()(std::string_view, const Value& value, std::string_view = {}) noexcept {
    look(value);
  }
  bool sane() const noexcept { return sane_; }

 private:
  // false for what is not a number, too
  void look(double x) noexcept { sane_ = sane_ && std::abs(x) <= kLargestFigure; }
  void look(const spatial::Vector3& v) noexcept {
    look(v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  }
  void look(const signals::ShortVector& v) noexcept {
    look(static_cast<double>(v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>()));
  }
  template <class Position, class Orientation>
  void look(const core::PoseFields<Position, Orientation>& pose) noexcept {
    look(pose.position);
  }
  template <class Vector>
  void look(const core::WrenchFields<Vector>& wrench) noexcept {
    look(wrench.force);
    look(wrench.torque);
  }
  void look(const Eigen::Vector4f&) noexcept {}
  void look(core::Time) noexcept {}
  void look(core::Duration) noexcept {}
  template <std::integral T>
  void look(T) noexcept {}

  bool sane_ = true;
};

// false for what is not a number, too
bool share(const Eigen::Vector4f& v) noexcept {
  return v.minCoeff<Eigen::PropagateNaN>() >= 0 && v.maxCoeff<Eigen::PropagateNaN>() <= 1;
}

// a slot that there is, and a wall in it that has a direction
bool sane_wall(const signals::Sample& sample) noexcept {
  if (sample.wall >= control::kContactPlanes || !(sample.wall_figures.minCoeff() >= 0)) return false;
  const double length = sample.wall_normal.cast<double>().norm();
  return sample.wall_generation == 0 || std::abs(length - 1) <= kNormalTolerance;
}

SampleError check_modes(const signals::Sample& sample) noexcept {
  if (!core::may_be_number(sample.method, passivity::kMethods)) return SampleError::method;
  if (sample.engagement >= control::kEngagements) return SampleError::engagement;
  return core::may_be_number(sample.coupling, control::kCouplings) ? SampleError::none
                                                                   : SampleError::coupling;
}

SampleError check_times(const signals::Sample& sample) noexcept {
  if (!sane(sample.sent)) return SampleError::stamp;
  const bool none = sample.echo == core::Time{} && sample.held == core::Duration{0};
  const bool some = sane(sample.echo) && sane(sample.held);
  return (sample.echoes ? some : none) ? SampleError::none : SampleError::echo;
}

SampleError check_figures(const signals::Sample& sample) noexcept {
  Figures figures;
  describe(figures, sample);
  if (!figures.sane() || sample.kinetic < 0) return SampleError::number;
  const double length = sample.orientation.norm();
  if (!std::isfinite(length)) return SampleError::number;
  if (!(std::abs(length - 1) <= kUnitTolerance)) return SampleError::orientation;
  if (!share(sample.obstruction)) return SampleError::obstruction;
  return sane_wall(sample) ? SampleError::none : SampleError::wall;
}

}  // namespace

SampleError check(const signals::Sample& sample) noexcept {
  SampleError error = check_modes(sample);
  if (error == SampleError::none) error = check_times(sample);
  if (error == SampleError::none) error = check_figures(sample);
  return error;
}

}  // namespace tether::link
