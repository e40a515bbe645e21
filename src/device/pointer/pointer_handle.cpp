#include "tether/device/pointer/pointer_handle.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "tether/control/compensation/apparent_inertia.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::device {
namespace {

constexpr double kLongestGap = 0.1;  // between two ticks: after it the handle begins at rest [s]
constexpr double kFlat = 1e-6;       // determinant of three directions in a plane
// before the end of a joint's range, times the bound on the acceleration of what is played
constexpr double kBraking = 2;
constexpr double kStandstill = 1e-9;  // [m/s] or [rad/s]
constexpr double kTouch = 1e-9;       // beyond the end of a range is at it [m] or [rad]
constexpr double kWithin = 1e-6;      // of a speed, share that rounding may take
constexpr int kTries = 6;             // joints that reach their ends in one step, or two at once

// where a posture puts the tool
spatial::Pose tool_at(const robot::Chain& chain, const robot::JointVector& q) {
  robot::ChainState state;
  robot::forward_kinematics(chain, q, state);
  return state.tool;
}

robot::JointVector fitting(const robot::Chain& chain, const robot::JointVector& start) {
  if (start.size() != chain.joint_count) {
    throw core::InputError(chain.name + " has another number of joints than its start posture");
  }
  return start;
}

spatial::Vector6 of_turns_and_ways(double turns, double ways) noexcept {
  spatial::Vector6 v;
  v << spatial::Vector3::Constant(turns), spatial::Vector3::Constant(ways);
  return v;
}

}  // namespace

robot::Chain virtual_chain(robot::Chain chain, const PointerHandleParams& params) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(chain.joint_count); ++i) {
    robot::Joint& joint = chain.joints[i];
    chain.links[i] = {};
    joint.armature = joint.type == robot::JointType::prismatic ? params.mass : params.inertia;
    joint.coulomb = joint.viscous = 0;
  }
  return chain;
}

PointerHandle::PointerHandle(const robot::Chain& chain, const PointerHandleParams& params,
                             const robot::JointVector& start, const spatial::Pose& origin,
                             std::unique_ptr<PoseStream> stream)
    : chain_(chain),
      params_(params),
      origin_(origin),
      stream_(std::move(stream)),
      lower_(robot::lower_limits(chain)),
      upper_(robot::upper_limits(chain)),
      position_(fitting(chain, start)),
      velocity_(robot::JointVector::Zero(chain.joint_count)),
      efforts_(velocity_),
      masses_(robot::JointMatrix::Zero(chain.joint_count, chain.joint_count)),
      // a tool that cannot turn is not pulled round
      turns_(robot::can_turn(chain)),
      stiffness_(of_turns_and_ways(turns_ ? params.turn_stiffness : 0, params.stiffness)),
      damping_(of_turns_and_ways(turns_ ? params.turn_damping : 0, params.damping)),
      path_(params.path, tool_at(chain, start)) {
  for (int i = 0; i < chain_.joint_count; ++i) {
    masses_(i, i) = chain_.joints[static_cast<std::size_t>(i)].armature;
  }
  if (turns_ || chain.joint_count != 3) return;
  robot::jacobian(chain_, robot::JointVector::Zero(3), state_);
  rails_ = robot::tool_point_jacobian(state_).bottomRows<3>();
  zero_ = state_.tool.position;
  slides_ = std::abs(rails_.determinant()) > kFlat;
}

// The nearest place that three rails reach, so that a pointer beyond their ends is no pull at them.
spatial::Pose PointerHandle::within_reach(const spatial::Pose& tool) const noexcept {
  if (!slides_ || !tool.position.allFinite()) return tool;
  const spatial::Vector3 rails = rails_.inverse() * (tool.position - zero_);
  return {tool.rotation, zero_ + rails_ * rails.cwiseMax(lower_).cwiseMin(upper_)};
}

void PointerHandle::command(core::Time, const JointEfforts& efforts) noexcept {
  const bool usable = efforts.values.size() == velocity_.size() && efforts.values.allFinite();
  efforts_ = usable ? efforts.values : robot::JointVector::Zero(velocity_.size());
}

signals::DeviceState PointerHandle::read(core::Time now) noexcept {
  const double tick = params_.path.sample_time;
  double elapsed = started_ ? core::seconds(now - now_) : 0;
  if (elapsed > kLongestGap) {
    velocity_.setZero();
    elapsed = tick;
  }
  if (StreamedPose newest; stream_->read(now, newest)) {
    newest.pose = within_reach(
        {newest.pose.rotation * origin_.rotation, newest.pose.position + origin_.position});
    path_.put(now, newest);
  }
  if (elapsed > 0) {
    const int steps = std::max(1, static_cast<int>(std::lround(elapsed / tick)));
    const double dt = elapsed / steps;
    spatial::Vector6 sum = spatial::Vector6::Zero();
    for (int i = 1; i <= steps; ++i) {
      step(path_.update(now - core::duration_from_seconds((steps - i) * dt)), dt);
      sum += pull_;
    }
    pull_ = sum / steps;
  }
  now_ = now;
  started_ = true;

  signals::DeviceState state;
  state.position = position_;
  state.applied = efforts_;
  state.external_at_tool = {pull_.head<3>(), pull_.tail<3>()};
  stream_->report(now, state);
  return state;
}

// The highest speed from which a joint that moves as it does now may stop, by its deceleration, at
// the end of its range: T v + v²/2a = d.
double PointerHandle::end_speed(Eigen::Index i, double dt) const noexcept {
  const bool slides =
      chain_.joints[static_cast<std::size_t>(i)].type == robot::JointType::prismatic;
  const auto& limits = params_.path.limits;
  const double a =
      kBraking * (slides ? limits.translation.acceleration : limits.rotation.acceleration);
  const double left = velocity_[i] > 0 ? upper_[i] - position_[i] : position_[i] - lower_[i];
  return a * (std::sqrt(dt * dt + 2 * std::max(left, 0.0) / a) - dt);
}

// of the velocity, so that no joint leaves its range in this step
double PointerHandle::share_within_range(double dt) const noexcept {
  double share = 1;
  for (Eigen::Index i = 0; i < velocity_.size(); ++i) {
    const double left = velocity_[i] > 0 ? upper_[i] - position_[i] : position_[i] - lower_[i];
    const double way = dt * std::abs(velocity_[i]);
    if (way > left + kTouch) share = std::min(share, std::max(left, 0.0) / way);
  }
  return share;
}

void PointerHandle::step(const control::PoseState& pointer, double dt) noexcept {
  robot::jacobian(chain_, position_, state_);
  const robot::Jacobian jacobian = robot::tool_point_jacobian(state_);
  const spatial::Pose& tool = state_.tool;
  spatial::Vector6 away;
  away << spatial::log_rotation(pointer.pose.rotation * tool.rotation.transpose()),
      pointer.pose.position - tool.position;
  spatial::Vector6 pull =
      stiffness_.cwiseProduct(away) + damping_.cwiseProduct(pointer.twist.vector()) +
      control::apparent_inertia(jacobian, masses_) * pointer.acceleration.vector();
  if (!turns_) pull.head<3>().setZero();
  const spatial::Vector6 yields = damping_ + dt * stiffness_;

  robot::JointMatrix inertia = masses_ + dt * jacobian.transpose() * yields.asDiagonal() * jacobian;
  const robot::JointVector impulse =
      masses_ * velocity_ + dt * (efforts_ + jacobian.transpose() * pull);
  // dampers where a joint would be too fast to stop at the end of its range: they only take energy
  for (int tries = 0; tries < kTries; ++tries) {
    factor_.update(inertia);
    velocity_ = factor_.push(impulse);
    bool slow_enough = true;
    for (Eigen::Index i = 0; i < velocity_.size(); ++i) {
      const double most = std::max(end_speed(i, dt), kStandstill);
      const double over = std::abs(velocity_[i]) / most - 1;
      if (over <= kWithin) continue;
      inertia(i, i) += over * factor_.joint_inertia(i);
      slow_enough = false;
    }
    if (slow_enough) break;
  }
  velocity_ *= share_within_range(dt);
  pull_ = pull - yields.cwiseProduct(jacobian * velocity_);
  position_ = (position_ + dt * velocity_).cwiseMax(lower_).cwiseMin(upper_);
}

}  // namespace tether::device
