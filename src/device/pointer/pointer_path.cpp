#include "tether/device/pointer/pointer_path.hpp"

#include <algorithm>
#include <cmath>

namespace tether::device {
namespace {

constexpr double kForgetting = 10;      // of the longest interval [s]
constexpr double kPausesOfPointer = 3;  // intervals without a pose: the stream has ended
constexpr double kSkewed = 1e-3;        // of a rotation matrix: it is none

control::PlayoutParams playout_of(const PointerPathParams& params) noexcept {
  // points are spaced here
  return {.spacing = params.spacing / 2,
          .least_delay = params.spacing,
          .most_delay = params.most_delay,
          .patience = params.patience,
          .stopping = 2 * params.sample_time,
          .forgetting = kForgetting,
          .sample_time = params.sample_time};
}

control::MotionLimitsParams limits_of(const PointerPathParams& params) noexcept {
  control::MotionLimitsParams limits = params.limits;
  limits.sample_time = params.sample_time;
  return limits;
}

bool is_pose(const spatial::Pose& pose) noexcept {
  const spatial::Matrix3 square = pose.rotation * pose.rotation.transpose();
  return pose.position.allFinite() && square.allFinite() && pose.rotation.determinant() > 0 &&
         (square - spatial::Matrix3::Identity()).cwiseAbs().maxCoeff() < kSkewed;
}

// mean motion from one pose to the next
spatial::Twist mean_motion(const spatial::Pose& from, const spatial::Pose& to, double h) noexcept {
  return {spatial::log_rotation(to.rotation * from.rotation.transpose()) / h,
          (to.position - from.position) / h};
}

}  // namespace

PointerPath::PointerPath(const PointerPathParams& params, const spatial::Pose& start) noexcept
    : params_(params), playout_(playout_of(params)), limits_(limits_of(params)) {
  const control::PoseState rest{start, {}, {}};
  playout_.reset(rest);
  limits_.reset(rest);
}

void PointerPath::play(core::Time now, const Known& point, const spatial::Twist& velocity,
                       const spatial::Twist& acceleration) noexcept {
  playout_.put(now, {point.stamp, {point.pose, velocity, acceleration}});
}

void PointerPath::put(core::Time now, const StreamedPose& pose) noexcept {
  if (!is_pose(pose.pose) || (points_ > 0 && pose.stamp <= newest_.stamp)) {
    ++dropped_;
    return;
  }
  rate_.add(pose.stamp);
  newest_ = {pose.stamp, pose.pose};
  arrived_ = now;
  const double since = points_ > 0 ? core::seconds(pose.stamp - last_.stamp) : params_.spacing;
  if (since >= params_.spacing) take(now, newest_);
}

// one more point; now the one before has two neighbours
void PointerPath::take(core::Time now, const Known& next) noexcept {
  if (points_ == 0) {
    play(now, next, {}, {});
    played_ = true;
  } else {
    const double h2 = core::seconds(next.stamp - last_.stamp);
    longest_ = std::max(longest_, h2);
    if (!played_ && points_ > 1) {
      const double h1 = core::seconds(last_.stamp - before_.stamp);
      const spatial::Twist d1 = mean_motion(before_.pose, last_.pose, h1);
      const spatial::Twist d2 = mean_motion(last_.pose, next.pose, h2);
      play(now, last_, (1 / (h1 + h2)) * (h2 * d1 + h1 * d2), (2 / (h1 + h2)) * (d2 - d1));
    }
    played_ = false;
  }
  before_ = last_;
  last_ = next;
  points_ = std::min(points_ + 1, 2);
}

// all that has been played to its end: the pointer rests where it was last seen, as far as anybody
// knows
void PointerPath::settle(core::Time now) noexcept {
  if (points_ == 0) return;
  const double silence = core::seconds(now - arrived_);
  const bool ended = silence > std::max(params_.patience, kPausesOfPointer * longest_);
  const bool unplayed = !played_ || newest_.stamp > last_.stamp;
  if (unplayed && (ended || playout_.phase() == control::PlayoutPhase::coasting)) {
    play(now, newest_, {}, {});
    last_ = newest_;
    played_ = true;
  }
  // what comes after a pause is another motion, or another sender's
  if (ended) points_ = 0;
}

const control::PoseState& PointerPath::update(core::Time now) noexcept {
  longest_ *= std::exp(-std::max(core::seconds(now - updated_), 0.0) / kForgetting);
  updated_ = now;
  settle(now);
  return limits_.follow(playout_.update(now));
}

}  // namespace tether::device
