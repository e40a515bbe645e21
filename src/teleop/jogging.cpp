#include "tether/teleop/jogging.hpp"

#include <algorithm>

namespace tether::teleop {
namespace {

constexpr double kMaxSum = 0.1;  // of what a robot that is held fast gathers [rad s or m s]

}  // namespace

Jogging::Jogging(const robot::Chain& chain, double sample_time)
    : motion_({}, chain),
      sample_time_(sample_time),
      reference_(robot::JointVector::Zero(chain.joint_count)),
      velocity_(robot::JointVector::Zero(chain.joint_count)),
      sum_(robot::JointVector::Zero(chain.joint_count)) {}

bool Jogging::update(const robot::JointVector& q) noexcept {
  const bool moves = move(q);
  since_ = moves ? 0 : std::min(since_ + 1, 2 * kInterface);
  return moves;
}

bool Jogging::move(const robot::JointVector& q) noexcept {
  using Kind = control::JogCommand::Kind;
  since_command_ += sample_time_;
  if (command_.number != number_ && command_.kind != Kind::none) {
    number_ = command_.number;
    since_command_ = at_rest_ = 0;
    if (!active_) {
      motion_.begin(q);
      sum_.setZero();
    }
    active_ = true;
    if (command_.kind == Kind::jog) {
      motion_.jog(command_.velocity);
    } else {
      motion_.go(command_.target, command_.by);
    }
  }
  if (!active_) return false;
  if (command_.kind == Kind::jog && since_command_ > kLasts) motion_.halt();
  reference_ = motion_.update(sample_time_);
  velocity_ = motion_.velocity();
  at_rest_ = motion_.moving() ? 0 : at_rest_ + sample_time_;
  if (at_rest_ > kLinger) active_ = false;
  return active_;
}

robot::JointVector Jogging::effort(const robot::JointVector& q, const robot::JointVector& velocity,
                                   const robot::JointMatrix& inertia) noexcept {
  const robot::JointVector error = reference_ - q;
  sum_ = (sum_ + sample_time_ * error).cwiseMax(-kMaxSum).cwiseMin(kMaxSum);
  return inertia * (kRate * kRate * error + 2 * kRate * (velocity_ - velocity) +
                    kRate * kRate * kRate / 4 * sum_);
}

void Jogging::cancel() noexcept {
  active_ = false;
  number_ = command_.number;
}

}  // namespace tether::teleop
