#include "tether/assist/assistance.hpp"

namespace tether::assist {

// what of the hand's motion is told; the clutch leaves the tool where it is
spatial::Pose Assistance::told(const AssistanceInput& in) noexcept {
  if (!started_) place_ = in.place;
  started_ = true;
  const spatial::Vector3 way = in.place.position - place_.position;
  place_ = in.place;
  if (!in.clutched) offset_ += motion_ * way - way;
  return {in.place.rotation, in.place.position + offset_};
}

// of the follower's tool, when it does what it is told
spatial::Twist Assistance::twist_at(const spatial::Pose& tool,
                                    const AssistanceInput& in) const noexcept {
  const spatial::Matrix3& m = params_.map.rotation;
  return spatial::Twist::from_point(
      m * in.twist.angular, params_.map.scale * (m * in.twist.velocity_at(in.tool.position)),
      tool.position);
}

// force, and torque about the tool
spatial::Wrench Assistance::at_leader(const spatial::Wrench& at_tool) const noexcept {
  const spatial::Matrix3& m = params_.map.rotation;
  const double g = params_.force_scale;
  spatial::Wrench felt;
  felt.force = g * (m.transpose() * at_tool.force);
  if (params_.torque) felt.torque = (g / params_.map.scale) * (m.transpose() * at_tool.torque);
  const double size = felt.force.norm();
  return size > params_.max_force ? (params_.max_force / size) * felt : felt;
}

AssistanceOutput Assistance::update(const AssistanceInput& in) noexcept {
  const double step = params_.sample_time / params_.ramp;
  if (params_.enabled) {
    on_.up(step);
  } else {
    on_.down(step);
  }

  AssistanceOutput out;
  out.told = told(in);
  // as the follower does: it stays while the hand moves alone, and keeps what is then between them
  if (clutched_ && !in.clutched) {
    index_ = {held_.rotation * out.told.rotation.transpose(), held_.position - out.told.position};
  }
  clutched_ = in.clutched;
  if (!in.clutched) {
    held_ = indexed(out.told);
  }
  const bool late = params_.at == AssistanceParams::At::follower;
  if (!forces_ || on_.none() || (late && !in.remote_valid)) {
    motion_.setIdentity();
    return out;
  }

  const spatial::Pose tool = map_.to_follower(late ? indexed(in.remote) : held_);
  out.fixtures = forces_->at(in.now, tool, twist_at(tool, in));
  const double share = on_.share() * in.share;
  const spatial::Wrench felt = share * at_leader(out.fixtures.at_tool);
  out.wrench = spatial::Wrench::from_point(felt.torque, felt.force, in.tool.position);
  out.potential = share * params_.force_scale / params_.map.scale * out.fixtures.potential;
  const spatial::Matrix3& m = params_.map.rotation;
  motion_ = m.transpose() * out.fixtures.motion * m;
  return out;
}

}  // namespace tether::assist
