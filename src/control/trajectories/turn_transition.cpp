#include "tether/control/trajectories/turn_transition.hpp"

namespace tether::control {

void TurnTransition::update(const spatial::Matrix3& in) noexcept {
  if (begins_) {
    begins_ = false;
    ease_.restart();
    difference_ = Eigen::Quaterniond(value_ * in.transpose()).normalized();
  }
  ease_.up(step_);
  value_ = in;
  if (ease_.full()) return;
  value_ =
      difference_.slerp(ease_.share(), Eigen::Quaterniond::Identity()).toRotationMatrix() * value_;
}

}  // namespace tether::control
