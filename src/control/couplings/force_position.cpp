#include "tether/control/couplings/force_position.hpp"

namespace tether::control {
namespace {

using spatial::Vector6;

}  // namespace

ForcePositionLeader::ForcePositionLeader(const ForcePositionLeaderParams& params) noexcept
    : params_(params),
      port_(params.port),
      conditioning_(params.conditioning),
      playout_(params.playout),
      limits_(params.limits),
      impedance_(params.impedance) {}

// as the system shall feel it
spatial::Wrench ForcePositionLeader::hand_force(const CouplingInput& in) noexcept {
  spatial::Wrench felt =
      params_.condition ? conditioning_.update(in.external, in.tool, in.twist) : in.external;
  if (!port_.turns()) felt.torque.setZero();
  return (in.share / params_.force_scale) * felt;
}

// where the arm shall be, in the leader's workspace
PoseState ForcePositionLeader::wanted(const CouplingInput& in) noexcept {
  if (in.fresh && (!params_.condition || conditioning_.ready())) {
    received_ = in.raw.pose;
    playout_.put(in.now, {in.sent, {in.raw.pose, in.raw.twist, in.raw.acceleration}});
  }
  if (params_.variant == StreamVariant::impedance) return {received_, {}, {}};
  return limits_.follow(playout_.update(in.now));
}

void ForcePositionLeader::servo(const CouplingInput& in, const PoseState& wanted,
                                CouplingOutput& out) const noexcept {
  const double w = params_.servo.bandwidth, damping = 2 * params_.servo.damping_ratio * w;
  const spatial::Pose& place = out.send.pose;
  Vector6 away;
  away << spatial::log_rotation(wanted.pose.rotation * place.rotation.transpose()),
      wanted.pose.position - place.position;
  const Vector6 slower = wanted.twist.vector() - of_tool(in.tool, in.twist).vector();
  const Vector6 asked =
      in.inertia * (wanted.acceleration.vector() + damping * slower + w * w * away);
  out.potential = 0.5 * w * w * away.dot(in.inertia * away);
  port_.exert(in, spatial::Wrench::from_vector(asked), out);
}

void ForcePositionLeader::pull(const CouplingInput& in, const spatial::Pose& wanted,
                               CouplingOutput& out) const noexcept {
  const auto pulled = impedance_.update(wanted, {}, in.tool, in.twist);
  out.potential = pulled.potential;
  port_.exert(in, {pulled.wrench.torque_at(in.tool.position), pulled.wrench.force}, out);
}

CouplingOutput ForcePositionLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  out.send.external = hand_force(in);
  if (!in.remote_valid || in.share == 0) {
    // limp: it shall begin where it is left
    received_ = out.send.pose;
    playout_.reset({out.send.pose, {}, {}});
    limits_.reset({out.send.pose, {}, {}});
    return out;
  }
  const PoseState goal = wanted(in);
  out.target = goal.pose;
  out.setpoint = port_.at(goal.pose);
  if (!port_.feels()) return out;
  if (params_.variant == StreamVariant::impedance) {
    pull(in, out.setpoint, out);
  } else {
    servo(in, goal, out);
  }
  return out;
}

CouplingOutput ForcePositionFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  const PoseState moves = motion_.update(in.now, in.tool);
  out.send.twist = port_.map().to_leader(moves.twist);
  out.send.acceleration = port_.map().to_leader(moves.acceleration);
  if (!in.remote_valid) return out;
  const spatial::Wrench pushed = port_.map().to_follower(in.remote.external);
  port_.exert(spatial::Wrench::from_point(pushed.torque, pushed.force, in.tool.position), out);
  return out;
}

}  // namespace tether::control
