#include "tether/sim/people/guided_hand.hpp"

#include <algorithm>

namespace tether::sim {

const control::PointState& GuidedWay::update(double dt, const spatial::Vector3& goal) noexcept {
  // semi-implicit, stable for steps below 2 / ω
  const spatial::Vector3 acceleration =
      kRate * kRate * (goal - state_.position) - 2 * kRate * state_.velocity;
  state_.velocity += dt * acceleration;
  const double speed = state_.velocity.norm();
  if (speed > kMaxSpeed) state_.velocity *= kMaxSpeed / speed;
  state_.position += dt * state_.velocity;
  return state_;
}

control::PointState GuidedIntention::update(core::Time now, double dt,
                                            const Senses& senses) noexcept {
  commands_.read(command_);
  if (command_.held && !guided_) way_.begin(senses.hand);
  // who lets go pushes no more
  if (held_ && !command_.held) rest_ = senses.hand;
  guided_ = guided_ || command_.held;
  held_ = command_.held;
  if (!guided_) return otherwise_->update(now, dt, senses);
  return way_.update(dt, held_ ? command_.position : rest_);
}

control::PointState GuidedTurn::at(double t) const noexcept {
  commands_.read(command_);
  const double dt = std::clamp(t - last_, 0.0, 0.01);
  last_ = t;
  if (command_.held && !guided_) way_.begin(otherwise_->at(t).position);
  guided_ = guided_ || command_.held;
  if (!guided_) return otherwise_->at(t);
  // a wrist that is let go of stays as it is
  return way_.update(dt, command_.held ? command_.turn : way_.state().position);
}

}  // namespace tether::sim
