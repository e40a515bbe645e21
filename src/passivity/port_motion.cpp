#include "tether/passivity/port_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tether::passivity {
namespace {

constexpr int kQuickest = 2;  // ticks between two measurements of a device that is not slow
constexpr int kOverdue = 3;   // intervals of a slow one without any: it stands still

}  // namespace

double PortMotion::update(const Port& port) noexcept {
  velocity_ = port.velocity;
  if (!started_) {
    started_ = true;
    position_ = port.position;
    displacement_ = rate_ = decided_ = acting_ = robot::JointVector::Zero(port.position.size());
    look_ahead(port);
    return 0;
  }
  displacement_ = port.position - position_;
  position_ = port.position;
  ++still_;
  ++since_;
  ++old_;
  const bool moved = !displacement_.isZero(0);
  const bool slow = std::max(spaced_, old_) > kQuickest;
  if (moved) {
    rate_ = displacement_ / ((slow ? old_ : still_) * params_.tick);
    still_ = 0;
  } else if (slow ? port.fresh || old_ > kOverdue * spaced_
                  : still_ * params_.tick > params_.window) {
    rate_.setZero();
  }
  if (port.fresh) spaced_ = std::exchange(old_, 0);
  // an interface that measures nothing new keeps its beat
  if (params_.waits() && (moved || since_ >= std::lround(params_.period() / params_.tick))) {
    acting_ = decided_;
    since_ = 0;
  }
  look_ahead(port);
  return port.applied.dot(displacement_);
}

// what the device will do by itself until a command of this tick acts
void PortMotion::look_ahead(const Port& port) noexcept {
  const double period = params_.period();
  inertia_ = port.inertia;
  factor_.update(inertia_);
  tool_.resize(3, port.jacobian.cols());
  for (Eigen::Index i = 0; i < tool_.cols(); ++i) {
    const auto screw = port.jacobian.col(i);
    tool_.col(i) = screw.tail<3>() + screw.head<3>().cross(port.tool.position);
  }
  ahead_ = rate_;
  if (port.applied.size() == rate_.size()) ahead_ += 0.5 * period * factor_.push(port.applied);
  committed_ = 0;
  if (acting_.isZero(0)) return;
  const robot::JointVector push = factor_.push(acting_);
  committed_ = period * acting_.dot(ahead_ + 0.5 * period * push) + unforeseen(push);
  committed_ = std::max(committed_, 0.0);
  ahead_ += period * push;
}

// what an outside force may make the device take within a period from an effort, push = M⁻¹τ [J]
double PortMotion::unforeseen(const robot::JointVector& push) const noexcept {
  if (tool_.cols() != push.size()) return 0;
  spatial::Vector3 tool = spatial::Vector3::Zero();  // how its velocity changes [m/s²]
  for (Eigen::Index i = 0; i < push.size(); ++i) tool += push[i] * tool_.col(i);
  return params_.period() * params_.period() * params_.outside_force * tool.norm();
}

spatial::Vector3 PortMotion::tool_force(const robot::JointVector& effort) const noexcept {
  // a tool that cannot be moved in some direction feels no force there
  constexpr double kRegular = 1e-12;
  const spatial::Matrix3 square =
      tool_ * tool_.transpose() + kRegular * spatial::Matrix3::Identity();
  return square.llt().solve(tool_ * effort);
}

Foreseen PortMotion::foreseen(const robot::JointVector& effort) const noexcept {
  const double period = params_.period();
  const robot::JointVector push = factor_.push(effort);
  return {period * std::max(effort.dot(velocity_), effort.dot(ahead_)) +
              (params_.waits() ? 2 : 1) * unforeseen(push),
          0.5 * period * period * effort.dot(push), committed_};
}

Foreseen PortMotion::foreseen(const robot::JointVector& effort,
                              const robot::JointVector& beside) const noexcept {
  Foreseen e = foreseen(effort);
  e.linear += params_.period() * params_.period() * effort.dot(factor_.push(beside));
  e.committed = foreseen(beside).total();
  return e;
}

}  // namespace tether::passivity
