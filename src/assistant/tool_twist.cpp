#include "tether/assistant/tool_twist.hpp"

namespace tether::assistant {
namespace {

robot::JointVector together(const spatial::Vector3& turn, const spatial::Vector3& place) noexcept {
  robot::JointVector both(6);
  both << turn, place;
  return both;
}

}  // namespace

ToolTwist::ToolTwist(const ToolTwistParams& params) noexcept
    : params_(params), filter_({.cutoff = params.cutoff, .sample_time = params.sample_time}) {}

spatial::Twist ToolTwist::update(const spatial::Pose& tool) noexcept {
  const spatial::Vector3 moved = tool.position - last_.position;
  const spatial::Vector3 turned = spatial::log_rotation(tool.rotation * last_.rotation.transpose());
  last_ = tool;
  if (!begun_ || !(moved.norm() <= params_.farthest) || !(turned.norm() <= params_.widest)) {
    begun_ = true;
    turn_.setZero();
    filter_.reset(together(turn_, tool.position));
    return {};
  }
  turn_ += turned;
  const robot::JointVector velocity = filter_.update(together(turn_, tool.position));
  return spatial::Twist::from_point(velocity.head<3>(), velocity.tail<3>(), tool.position);
}

}  // namespace tether::assistant
