#include "tether/guard/stops/frozen_watch.hpp"

namespace tether::guard {

core::Fault FrozenWatch::update(const robot::JointVector& position,
                                const robot::JointVector& driven) noexcept {
  if (position_.size() != position.size() || position_ != position) {
    position_ = position;
    least_ = greatest_ = driven;
    since_ = 0;
    return {};
  }
  least_ = least_.cwiseMin(driven);
  greatest_ = greatest_.cwiseMax(driven);
  since_ += params_.sample_time;

  int axis = 0;
  const double stirred = (greatest_ - least_).maxCoeff(&axis);
  if (since_ <= params_.patience || stirred <= params_.stir) return {};
  return {core::FaultKind::silence, stage_, axis, since_, params_.patience};
}

}  // namespace tether::guard
