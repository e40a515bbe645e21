#include "tether/control/estimators/motion_fit.hpp"

#include <algorithm>

namespace tether::control {
namespace {

constexpr double kLongest = 0.5;  // between two samples that belong together [s]

using Moments = Eigen::Matrix<double, 3, 6>;

}  // namespace

PoseState MotionFit::update(core::Time now, const spatial::Pose& pose) noexcept {
  const auto slot = [](int i) { return static_cast<std::size_t>(i % kSamples); };
  if (count_ > 0) {
    const double since = core::seconds(now - samples_[slot(count_ - 1)].at);
    if (since <= 0 || since > kLongest) count_ = 0;
  }
  // so that the count never overflows
  if (count_ >= 2 * kSamples) count_ -= kSamples;
  samples_[slot(count_)] = {now, pose};
  ++count_;
  PoseState state{pose, {}, {}};
  const int used = std::min(count_, kSamples);
  if (used < 3) return state;

  // normal equations of the parabola, in times that are about one
  const double span = core::seconds(now - samples_[slot(count_ - used)].at);
  spatial::Matrix3 normal = spatial::Matrix3::Zero();
  Moments moments = Moments::Zero();
  for (int i = count_ - used; i < count_; ++i) {
    const Stamped& sample = samples_[slot(i)];
    const double t = core::seconds(sample.at - now) / span;
    const spatial::Vector3 basis(1, t, t * t);
    normal += basis * basis.transpose();
    Eigen::Matrix<double, 6, 1> away;
    away << spatial::log_rotation(sample.pose.rotation * pose.rotation.transpose()),
        sample.pose.position - pose.position;
    moments += basis * away.transpose();
  }
  const Moments fitted = normal.ldlt().solve(moments);
  if (!fitted.allFinite()) return state;
  const Eigen::Matrix<double, 6, 1> velocity = fitted.row(1).transpose() / span;
  const Eigen::Matrix<double, 6, 1> acceleration = 2 / (span * span) * fitted.row(2).transpose();
  state.twist = {velocity.head<3>(), velocity.tail<3>()};
  state.acceleration = {acceleration.head<3>(), acceleration.tail<3>()};
  return state;
}

}  // namespace tether::control
