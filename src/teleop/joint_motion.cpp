#include "tether/teleop/joint_motion.hpp"

#include <algorithm>

namespace tether::teleop {
namespace {

// ticks left out that an estimator is helped over; beyond them it begins anew
constexpr std::uint64_t kMostLeftOut = 100;
constexpr int kLongestRepeat = 10;  // of a position by an interface [ticks]

}  // namespace

void JointMotion::update(const robot::JointVector& position, std::uint64_t left_out) noexcept {
  differentiate(position, left_out);
  estimate(position, left_out);
  position_ = position;
  started_ = true;
}

void JointMotion::differentiate(const robot::JointVector& position,
                                std::uint64_t left_out) noexcept {
  if (!started_) {
    rate_ = robot::JointVector::Zero(position.size());
    return;
  }
  const auto ticks = static_cast<int>(std::min<std::uint64_t>(left_out, kMostLeftOut)) + 1;
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
