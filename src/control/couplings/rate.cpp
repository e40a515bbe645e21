#include "tether/control/couplings/rate.hpp"

#include <algorithm>

namespace tether::control {
namespace {

spatial::Vector3 beyond(double dead_zone, const spatial::Vector3& x) noexcept {
  const double length = x.norm();
  if (length <= dead_zone) return spatial::Vector3::Zero();
  return (1 - dead_zone / length) * x;
}

spatial::Vector3 bounded(const spatial::Vector3& x, double bound) noexcept {
  const double length = x.norm();
  return length > bound ? spatial::Vector3(bound / length * x) : x;
}

}  // namespace

CouplingOutput RateLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  const spatial::Pose& place = out.send.pose;
  if (!centred_) centre_ = place;
  centred_ = true;
  const spatial::Vector3 away = place.position - centre_.position;
  const spatial::Vector3 turned =
      spatial::log_rotation(place.rotation * centre_.rotation.transpose());
  const spatial::Twist moves = out.send.twist;
  out.send.twist = {params_.turn_gain * beyond(params_.turn_dead_zone, turned),
                    params_.gain * beyond(params_.dead_zone, away)};
  if (!in.remote_valid) return out;

  const spatial::Wrench centring{
      -params_.turn_centring * turned - params_.turn_damping * moves.angular,
      -params_.centring * away - params_.centring_damping * moves.linear};
  out.potential = 0.5 * params_.centring * away.squaredNorm();
  if (port_.turns()) out.potential += 0.5 * params_.turn_centring * turned.squaredNorm();
  const double felt = port_.feels() ? params_.force_scale : 0;
  port_.exert(in, centring - felt * in.remote.wrench, out);
  return out;
}

RateFollower::RateFollower(const RateFollowerParams& params) noexcept
    : spring_(params.stiffness), port_(params.map), params_(params), measured_(params.measured) {}

void RateFollower::take_over(const CouplingOutput& last) noexcept {
  setpoint_ = last.setpoint;
  started_ = true;
}

void RateFollower::advance(const spatial::Twist& of_setpoint, const spatial::Pose& tool) noexcept {
  const double step = params_.sample_time;
  // one that was far ahead when it was taken over comes no nearer, and goes no further
  const auto lead = [](double least, double now) { return std::max(least, now); };
  const spatial::Vector3 before = setpoint_.position - tool.position;
  const spatial::Vector3 ahead = before + step * of_setpoint.linear;
  setpoint_.position = tool.position + bounded(ahead, lead(params_.lead, before.norm()));

  const spatial::Vector3 turn_before =
      spatial::log_rotation(setpoint_.rotation * tool.rotation.transpose());
  const spatial::Vector3 turn =
      spatial::log_rotation(spatial::exp_rotation(step * of_setpoint.angular) * setpoint_.rotation *
                            tool.rotation.transpose());
  const double most = lead(params_.turn_lead, turn_before.norm());
  setpoint_.rotation = spatial::exp_rotation(bounded(turn, most)) * tool.rotation;
}

CouplingOutput RateFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  if (!started_) setpoint_ = in.tool;
  started_ = started_ || in.remote_valid;
  if (in.remote_valid) advance(port_.map().to_follower(in.remote.twist), in.tool);
  out.setpoint = setpoint_;
  out.target = port_.map().to_leader(setpoint_);
  out.potential = spring_.potential(setpoint_, in.tool);
  port_.exert(spring_.wrench(setpoint_, in.tool), out);
  if (params_.reflect == Reflect::measured) {
    out.send.wrench = -measured_.update(out.send.external);
  }
  return out;
}

}  // namespace tether::control
