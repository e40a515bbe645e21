// A quintic from one state of a tool to another (quintic.hpp): its position, and its rotation
// vector from the orientation at the segment's start (rotation_motion.hpp). Pose, twist and
// acceleration are met at both ends. A turn of more than half a circle within one segment is taken
// the shorter way round.
#pragma once

#include "tether/control/trajectories/rotation_motion.hpp"

namespace tether::control {

class PoseSegment {
 public:
  PoseSegment() noexcept = default;
  // duration > 0 [s]
  PoseSegment(const PoseState& from, const PoseState& to, double duration) noexcept
      : start_(from.pose.rotation),
        translation_({from.pose.position, from.twist.linear, from.acceleration.linear},
                     {to.pose.position, to.twist.linear, to.acceleration.linear}, duration),
        rotation_({spatial::Vector3::Zero(), from.twist.angular, from.acceleration.angular},
                  rotation_vector_motion(
                      spatial::log_rotation(to.pose.rotation * from.pose.rotation.transpose()),
                      {to.twist.angular, to.acceleration.angular}),
                  duration) {}

  double duration() const noexcept { return translation_.duration(); }

  // at time t after the beginning, 0 to duration [s]
  PoseState at(double t) const noexcept {
    const MotionState moved = translation_.at(t);
    const MotionState turned = rotation_.at(t);
    const TurnRates rates = turn_rates(turned);
    return {{spatial::exp_rotation(turned.position) * start_, moved.position},
            {rates.velocity, moved.velocity},
            {rates.acceleration, moved.acceleration}};
  }

 private:
  spatial::Matrix3 start_ = spatial::Matrix3::Identity();
  Quintic translation_, rotation_;
};

}  // namespace tether::control
