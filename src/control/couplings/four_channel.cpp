#include "tether/control/couplings/four_channel.hpp"

namespace tether::control {
namespace {

LowPassParams acceleration_filter(const FourChannelParams& params) noexcept {
  return {.cutoff = params.acceleration_cutoff, .sample_time = params.measured.sample_time};
}

}  // namespace

spatial::Wrench ImpedanceFilter::update(const spatial::Twist& of_tool) noexcept {
  const spatial::Twist slow = slow_.update(of_tool);
  // the derivative of the low-passed velocity is s / (τ s + 1) of the velocity
  const spatial::Twist gain = started_ ? rate_ * (slow - before_) : spatial::Twist{};
  started_ = true;
  before_ = slow;
  return {model_.inertia * gain.angular + model_.turning_damping * of_tool.angular,
          model_.mass * gain.linear + model_.damping * of_tool.linear};
}

FourChannelLeader::FourChannelLeader(const FourChannelLeaderParams& params) noexcept
    : port_(params.port),
      controller_(params.controller),
      channels_(params.channels),
      model_(params.channels.leader, acceleration_filter(params.channels)),
      measured_(params.channels.measured) {}

CouplingOutput FourChannelLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  if (!in.remote_valid || !port_.feels()) return out;
  out.setpoint = port_.at(in.remote.pose);
  if (!port_.turns()) out.setpoint.rotation = in.tool.rotation;
  const auto pull = controller_.update(out.setpoint, in.remote.twist, in.tool, in.twist);
  out.potential = channels_.c4 * pull.potential;
  const spatial::Wrench places =
      spatial::Wrench{pull.wrench.torque_at(in.tool.position), pull.wrench.force} +
      model_.update(in.remote.twist);
  // what the world does to the follower is −f_e
  const spatial::Wrench forces = channels_.force_scale * measured_.update(in.remote.external);
  port_.exert(in, channels_.c4 * places + channels_.c2 * forces, out);
  return out;
}

FourChannelFollower::FourChannelFollower(const FourChannelFollowerParams& params) noexcept
    : port_(params.map),
      controller_(params.controller),
      channels_(params.channels),
      model_(params.channels.follower, acceleration_filter(params.channels)),
      measured_(params.channels.measured) {}

CouplingOutput FourChannelFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  if (!in.remote_valid) return out;
  const WorkspaceMap& map = port_.map();
  out.target = in.remote.pose;
  out.setpoint = map.to_follower(in.remote.pose);
  const spatial::Twist leader = map.to_follower(in.remote.twist);
  const auto pull = controller_.update(out.setpoint, leader, in.tool, in.twist);
  out.potential = channels_.c1 * pull.potential;
  const spatial::Wrench hand = (channels_.c3 / channels_.force_scale) *
                               measured_.update(map.to_follower(in.remote.external));
  const spatial::Wrench ahead = channels_.c1 * model_.update(leader) + hand;
  port_.exert(channels_.c1 * pull.wrench +
                  spatial::Wrench::from_point(ahead.torque, ahead.force, in.tool.position),
              out);
  return out;
}

}  // namespace tether::control
