#include "tether/teleop/joint_motion.hpp"

#include <algorithm>

namespace tether::teleop {
namespace {

// ticks left out that an estimator is helped over; beyond them it begins anew
constexpr std::uint64_t kMostLeftOut = 100;
constexpr int kLongestRepeat = 10;  // of a position by an interface [ticks]
constexpr int kQuickInterval = 2;   // between two measurements; the estimator smooths over it
constexpr int kOverdueIntervals = 3;
constexpr int kMostGiven = 100;    // ticks at once to an estimator
constexpr int kForever = 1000000;  // nobody counts further [ticks]

// since the last one, this one with it
int ticks_of(std::uint64_t left_out) noexcept {
  return static_cast<int>(std::min(left_out, kMostLeftOut)) + 1;
}

}  // namespace

void JointMotion::update(const robot::JointVector& position, std::uint64_t left_out,
                         bool fresh) noexcept {
  if (started_) {
    elapsed_ = std::min(elapsed_ + ticks_of(left_out), kForever);
    made_ = std::min(made_ + 1, kForever);
  }
  if (!slow()) {
    differentiate(position, left_out);
    estimate(position, left_out);
    given_ = elapsed_;
  } else if (fresh) {
    follow(position);
  } else {
    wait(position);
  }
  if (fresh) {
    spaced_ = std::max(made_, 1);
    elapsed_ = made_ = given_ = 0;
  }
  position_ = position;
  started_ = true;
}

bool JointMotion::slow() const noexcept {
  return started_ && std::max(made_, spaced_) > kQuickInterval;
}

// the next measurement of a slow device: the ticks since the last one lie on the way to it
void JointMotion::follow(const robot::JointVector& position) noexcept {
  const robot::JointVector step = (position - position_) / elapsed_;
  rate_ = tick_rate_ * step;
  repeated_ = 0;
  if (elapsed_ - given_ > kMostGiven) {
    given_ = elapsed_ - kMostGiven;
    estimator_->reset(position_ + given_ * step);
  }
  while (++given_ < elapsed_) estimator_->update(position_ + given_ * step);
  velocity_ = estimator_->update(position);
}

void JointMotion::wait(const robot::JointVector& position) noexcept {
  if (made_ <= std::max(kLongestRepeat, kOverdueIntervals * spaced_)) return;
  estimator_->reset(position);
  velocity_.setZero();
  rate_.setZero();
}

void JointMotion::differentiate(const robot::JointVector& position,
                                std::uint64_t left_out) noexcept {
  if (!started_) {
    rate_ = robot::JointVector::Zero(position.size());
    return;
  }
  const int ticks = ticks_of(left_out);
  if (position == position_) {
    repeated_ += ticks;
    if (repeated_ > kLongestRepeat) rate_.setZero();
    return;
  }
  rate_ = tick_rate_ / (repeated_ + ticks) * (position - position_);
  repeated_ = 0;
}

void JointMotion::estimate(const robot::JointVector& position, std::uint64_t left_out) noexcept {
  if (!started_ || left_out > kMostLeftOut) {
    estimator_->reset(position);
  } else {
    for (std::uint64_t i = 1; i <= left_out; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(left_out + 1);
      estimator_->update(position_ + share * (position - position_));
    }
  }
  velocity_ = estimator_->update(position);
}

}  // namespace tether::teleop
