#include "tether/control/trajectories/jog_motion.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "tether/robot/kinematics.hpp"

namespace tether::control {
namespace {

using robot::JointVector;
using spatial::Matrix6;
using spatial::Vector3;
using spatial::Vector6;

constexpr double kTurn = 0.3;      // what an angular row counts, as in inverse kinematics [m/rad]
constexpr double kMostReach = 10;  // of a slide without an end [m]
constexpr double kStopRounding = 1e-12;  // of a way to a stop [rad or m]
constexpr double kShare = 0.98;  // of the tool's bounds: the rest is for terms of third order
constexpr int kBisections = 12;
constexpr int kStalled = 100;       // ticks without progress after which a line is given up
constexpr double kProgress = 1e-7;  // less of a line in a tick is none
constexpr double kLineEnd = 1e-9;   // of a line's way, left
constexpr double kFreeUntil = 0.1;  // of a line: nearer its end the posture is not sought faster
constexpr double kLineShare = 0.9;  // of the fastest on a line: the rest is to return to it
constexpr double kShortestLine = 1e-6;  // [m] or [rad]

// how far from each joint's axis the tool can get [m/rad or 1]
JointVector levers(const robot::Chain& chain) {
  JointVector lever(chain.joint_count);
  double beyond = chain.tool.position.norm();
  for (int i = chain.joint_count - 1; i >= 0; --i) {
    const robot::Joint& joint = chain.joints[static_cast<std::size_t>(i)];
    const bool slides = joint.type == robot::JointType::prismatic;
    if (slides) {
      beyond += std::min(std::max(std::abs(joint.lower), std::abs(joint.upper)), kMostReach);
    }
    lever[i] = slides ? 1 : beyond;
    beyond += joint.placement.position.norm();
  }
  return lever;
}

JointVector clamped(const JointVector& q, const JointVector& lower, const JointVector& upper) {
  return q.cwiseMax(lower).cwiseMin(upper);
}

// the greatest s with s (c s/2 + dt) ≤ way: as fast as one can still stop in time
double stopping_rate(double way, double braking_per_rate, double dt) noexcept {
  return 2 * way / (dt + std::sqrt(dt * dt + 2 * braking_per_rate * way));
}

}  // namespace

JogMotion::JogMotion(const JogParams& params, const robot::Chain& chain)
    : chain_(chain),
      params_(params),
      lower_(robot::lower_limits(chain)),
      upper_(robot::upper_limits(chain)),
      max_speed_(chain.joint_count),
      lever_(levers(chain)),
      turns_(chain.joint_count) {
  for (int i = 0; i < chain.joint_count; ++i) {
    const robot::Joint& joint = chain.joints[static_cast<std::size_t>(i)];
    max_speed_[i] = params.joint_speed;
    if (joint.max_speed > 0) {
      max_speed_[i] = std::min(max_speed_[i], params.speed_share * joint.max_speed);
    }
    turns_[i] = joint.type == robot::JointType::revolute ? 1 : 0;
  }
  asked_.joints = JointVector::Zero(chain.joint_count);
  begin(clamped(JointVector::Zero(chain.joint_count), lower_, upper_));
}

void JogMotion::begin(const JointVector& q) noexcept {
  if (q.size() != chain_.joint_count || !q.allFinite()) return;
  q_ = q;
  target_ = q;
  v_ = JointVector::Zero(chain_.joint_count);
  mode_ = Mode::rest;
  after_braking_.reset();
  robot::jacobian(chain_, q_, state_);
  jacobian_ = robot::tool_point_jacobian(state_);
}

void JogMotion::halt() noexcept {
  mode_ = Mode::rest;
  after_braking_.reset();
}

void JogMotion::jog(const JogVelocity& velocity) noexcept {
  halt();
  asked_ = velocity;
  const bool in_joints = velocity.space == JogSpace::joints;
  const bool sound = in_joints ? velocity.joints.size() == chain_.joint_count &&
                                     velocity.joints.allFinite() && !velocity.joints.isZero(0)
                               : velocity.angular.allFinite() && velocity.linear.allFinite() &&
                                     !(velocity.angular.isZero(0) && velocity.linear.isZero(0));
  if (sound) mode_ = in_joints ? Mode::jog_joints : Mode::jog_tool;
}

void JogMotion::go(const JointVector& target, JogSpace by) noexcept {
  halt();
  if (target.size() != chain_.joint_count || !target.allFinite()) return;
  target_ = clamped(target, lower_, upper_);
  after_braking_ = by == JogSpace::joints ? Mode::go_joints : Mode::go_tool;
}

bool JogMotion::moving() const noexcept {
  return mode_ == Mode::go_joints || mode_ == Mode::go_tool || after_braking_ || !v_.isZero(0);
}

double JogMotion::braking_time(const JointVector& v) const noexcept {
  const double joints = v.cwiseAbs().maxCoeff() / params_.joint_acceleration;
  return std::max(joints, 2 * lever_.dot(v.cwiseAbs()) / (kShare * params_.tool_acceleration));
}

bool JogMotion::allowed(const JointVector& v, double dt) const noexcept {
  const double brake = braking_time(v);
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    if (std::abs(v[i]) > max_speed_[i]) return false;
    const double way = v[i] > 0 ? upper_[i] - q_[i] : q_[i] - lower_[i];
    if (std::abs(v[i]) * (brake / 2 + dt) > std::max(way, 0.0) + kStopRounding) return false;
  }
  const double reach = lever_.dot(v.cwiseAbs());
  const double turn = turns_.dot(v.cwiseAbs());
  const Vector6 twist = jacobian_.lazyProduct(v);
  return twist.tail<3>().norm() + turn * reach * (brake / 2 + dt) <= kShare * params_.tool_speed &&
         twist.head<3>().norm() + turn * turn * (brake / 4 + dt) <= kShare * params_.tool_turn &&
         4 * turn * reach <= kShare * params_.tool_acceleration;
}

bool JogMotion::within_acceleration(const JointVector& change, double dt) const noexcept {
  const Vector6 twist = jacobian_.lazyProduct(change);
  return change.cwiseAbs().maxCoeff() <= params_.joint_acceleration * dt &&
         2 * twist.tail<3>().norm() <= kShare * params_.tool_acceleration * dt;
}

// joint speeds that move the tool's point as wanted, directions that it hardly moves in damped;
// what they leave free goes along with `free`
JointVector JogMotion::for_tool(const Vector6& twist, const JointVector& free) const noexcept {
  robot::Jacobian j = jacobian_;
  j.topRows<3>() *= kTurn;
  Vector6 rest = twist;
  rest.head<3>() *= kTurn;
  rest -= j.lazyProduct(free);
  const Matrix6 square = j.lazyProduct(j.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix6> axes(square);
  const double least = params_.smallest_singular_value * params_.smallest_singular_value;
  const Vector6 along = axes.eigenvectors().transpose().lazyProduct(rest);
  const Vector6 divided = along.cwiseQuotient(axes.eigenvalues().cwiseMax(least));
  const Vector6 pull = axes.eigenvectors().lazyProduct(divided);
  return free + j.transpose().lazyProduct(pull);
}

JointVector JogMotion::wanted_jog(double dt) const noexcept {
  if (mode_ == Mode::jog_tool) {
    Vector6 twist;
    twist << asked_.angular, asked_.linear;
    const JointVector v = for_tool(twist, JointVector::Zero(chain_.joint_count));
    return std::min(1.0, fastest(v, dt)) * v;
  }
  // a joint at its stop does not keep the others from moving
  const double brake = braking_time(v_) / 2 + 2 * dt;
  JointVector v = asked_.joints;
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    const double way = v[i] > 0 ? upper_[i] - q_[i] : q_[i] - lower_[i];
    const double most = std::max(way, 0.0) / brake;
    v[i] = std::clamp(v[i], -most, most);
  }
  return std::min(1.0, fastest(v, dt)) * v;
}

// the last step of a way, after which it rests
bool JogMotion::lands(const JointVector& way, double dt) const noexcept {
  const JointVector v = way / dt;
  return braking_time(v) <= dt && within_acceleration(v - v_, dt) && within_acceleration(v, dt);
}

// The greatest s for which s·v keeps all bounds of speed, stops aside. What is wanted is no faster
// than that, so that a tool off its line is not kept from returning to it.
double JogMotion::fastest(const JointVector& v, double dt) const noexcept {
  const double reach = lever_.dot(v.cwiseAbs());
  const double turn = turns_.dot(v.cwiseAbs());
  const double brake = braking_time(v);
  const Vector6 twist = jacobian_.lazyProduct(v);
  const double speed = twist.tail<3>().norm(), turning = twist.head<3>().norm();
  double most = std::sqrt(kShare * params_.tool_acceleration / (4 * turn * reach));
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    most = std::min(most, max_speed_[i] / std::abs(v[i]));
  }
  const auto kept = [&](double s) {
    return s * speed + s * s * turn * reach * (s * brake / 2 + dt) <= kShare * params_.tool_speed &&
           s * turning + s * s * turn * turn * (s * brake / 4 + dt) <= kShare * params_.tool_turn;
  };
  if (!std::isfinite(most)) return 0;
  if (kept(most)) return most;
  double low = 0;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = (low + most) / 2;
    (kept(middle) ? low : most) = middle;
  }
  return low;
}

JointVector JogMotion::wanted_to_target(double dt) const noexcept {
  const JointVector way = target_ - q_;
  return std::min(stopping_rate(1, braking_time(way), dt), fastest(way, dt)) * way;
}

JointVector JogMotion::wanted_on_line(double dt) const noexcept {
  const Vector3 turned = line_.progress * line_.turn;
  const spatial::Matrix3 behind =
      spatial::exp_rotation(turned) * line_.from.rotation * state_.tool.rotation.transpose();
  Vector6 tangent, error;
  tangent << line_.turn, line_.way;
  error << spatial::log_rotation(behind),
      line_.from.position + line_.progress * line_.way - state_.tool.position;
  // what the tool leaves free gets to the posture with the tool
  const double rest = 1 - line_.progress;
  const JointVector free = (target_ - q_) / std::max(rest, kFreeUntil);
  const JointVector along = for_tool(tangent, free);
  const double rate =
      std::min(stopping_rate(rest, braking_time(along), dt), kLineShare * fastest(along, dt));
  return for_tool(rate * tangent + params_.line_gain * error, rate * free);
}

JointVector JogMotion::wanted(double dt) const noexcept {
  switch (mode_) {
    case Mode::jog_joints:
    case Mode::jog_tool:
      return wanted_jog(dt);
    case Mode::go_joints:
      return wanted_to_target(dt);
    case Mode::go_tool:
      return wanted_on_line(dt);
    case Mode::rest:
      break;
  }
  return JointVector::Zero(chain_.joint_count);
}

// From braking, which is always possible, as far towards what is wanted as is allowed.
JointVector JogMotion::approach(const JointVector& wanted, double dt) const noexcept {
  const double brake = braking_time(v_);
  const JointVector braked =
      brake > dt ? JointVector(v_ * (1 - dt / brake)) : JointVector(JointVector::Zero(v_.size()));
  if (mode_ == Mode::rest) return braked;
  // bounds of acceleration first: they hold for all between two changes for which they do
  const JointVector change = wanted - v_;
  const Vector6 twist = jacobian_.lazyProduct(change);
  const double share =
      std::min({1.0, params_.joint_acceleration * dt / change.cwiseAbs().maxCoeff(),
                kShare * params_.tool_acceleration * dt / (2 * twist.tail<3>().norm())});
  const JointVector next = v_ + share * change;
  if (allowed(next, dt)) return next;
  double low = 0, high = 1;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = (low + high) / 2;
    (allowed(braked + middle * (next - braked), dt) ? low : high) = middle;
  }
  return braked + low * (next - braked);
}

// how much of the line the tool went in this tick
void JogMotion::note_progress(double dt) noexcept {
  Vector6 tangent;
  tangent << kTurn * line_.turn, line_.way;
  Vector6 twist = jacobian_.lazyProduct(v_);
  twist.head<3>() *= kTurn;
  const double square = tangent.squaredNorm();
  const double gone = square > 0 ? dt * twist.dot(tangent) / square : 1;
  line_.progress = std::clamp(line_.progress + gone, 0.0, 1.0);
  line_.stalled = gone > kProgress ? 0 : line_.stalled + 1;
  const bool there = 1 - line_.progress < kLineEnd;
  if (there || line_.stalled > kStalled) {
    mode_ = Mode::rest;
    after_braking_ = Mode::go_joints;
  }
}

JointVector JogMotion::update(double dt) noexcept {
  if (after_braking_ && v_.isZero(0)) {
    mode_ = *after_braking_;
    after_braking_.reset();
    if (mode_ == Mode::go_tool) {
      line_ = {};
      line_.from = state_.tool;
      robot::ChainState goal;
      robot::forward_kinematics(chain_, target_, goal);
      line_.way = goal.tool.position - line_.from.position;
      line_.turn = spatial::log_rotation(goal.tool.rotation * line_.from.rotation.transpose());
      const bool short_way = line_.way.norm() < kShortestLine && line_.turn.norm() < kShortestLine;
      if (short_way) mode_ = Mode::go_joints;
    }
  }
  const JointVector before = q_;
  if (mode_ == Mode::go_joints && lands(target_ - q_, dt)) {
    v_ = (target_ - q_) / dt;
    q_ = target_;
    mode_ = Mode::rest;
  } else {
    v_ = approach(wanted(dt), dt);
    q_ += v_ * dt;
    // rounding never carries it over a stop; what began beyond one is not pulled back by force
    q_ = q_.cwiseMax(lower_.cwiseMin(before)).cwiseMin(upper_.cwiseMax(before));
  }
  if (mode_ == Mode::go_tool) note_progress(dt);
  robot::jacobian(chain_, q_, state_);
  jacobian_ = robot::tool_point_jacobian(state_);
  return q_;
}

}  // namespace tether::control
