#include "tether/teleop/outside.hpp"

namespace tether::teleop {

void Outside::update(const robot::ChainState& kinematics, signals::Tick& tick) noexcept {
  signals::OutsideTick& outside = tick.outside;
  const spatial::Pose& now = kinematics.tool;
  if (!started_) {
    started_ = true;
    outside.path = outside.effort = robot::JointVector::Zero(6);
    tool_ = now;
    position_ = tick.measured.position;
  }
  Eigen::Matrix<double, 6, 1> moved = Eigen::Matrix<double, 6, 1>::Zero();
  // a position that an interface repeats exchanges nothing, exactly
  if (tick.measured.position != position_) {
    moved << spatial::log_rotation(now.rotation * tool_.rotation.transpose()),
        now.position - tool_.position;
  }
  outside.path += moved;
  outside.effort << -tick.measured.external_at_tool.torque, -tick.measured.external_at_tool.force;
  outside.uncertain +=
      error_.torque * moved.head<3>().norm() + error_.force * moved.tail<3>().norm();
  outside.kinetic = 0.5 * tick.rate.dot(kinematics.mass_matrix * tick.rate);
  outside.taken_in -= outside.effort.dot(moved);
  if (tick.measured.applied.size() == position_.size()) {
    outside.taken_in_at_motors -= tick.measured.applied.dot(tick.measured.position - position_);
  }
  tool_ = now;
  position_ = tick.measured.position;
}

}  // namespace tether::teleop
