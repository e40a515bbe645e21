#include "tether/passivity/port_motion.hpp"

#include <algorithm>

#include <Eigen/Cholesky>

namespace tether::passivity {

double PortMotion::update(const Port& port) noexcept {
  velocity_ = port.velocity;
  inertia_ = port.inertia;
  if (!started_) {
    started_ = true;
    position_ = port.position;
    displacement_ = rate_ = robot::JointVector::Zero(port.position.size());
    return 0;
  }
  displacement_ = port.position - position_;
  position_ = port.position;
  ++still_;
  if (!displacement_.isZero(0)) {
    rate_ = displacement_ / (still_ * params_.tick);
    still_ = 0;
  } else if (still_ * params_.tick > params_.window) {
    rate_.setZero();
  }
  return port.applied.dot(displacement_);
}

Foreseen PortMotion::foreseen(const robot::JointVector& effort) const noexcept {
  return {params_.window * std::max(effort.dot(velocity_), effort.dot(rate_)),
          0.5 * params_.window * params_.window * effort.dot(inertia_.llt().solve(effort))};
}

}  // namespace tether::passivity
