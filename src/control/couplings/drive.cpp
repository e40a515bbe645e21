#include "tether/control/couplings/drive.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {
namespace {

double beyond(double dead_zone, double x) noexcept { return std::abs(x) > dead_zone ? x : 0; }

double bounded(double x, double bound) noexcept { return std::clamp(x, -bound, bound); }

// in the platform's own axes
robot::PlanarTwist in_platform(const spatial::Pose& tool, const spatial::Twist& twist) noexcept {
  const spatial::Twist there = of_tool(tool, twist);
  const spatial::Vector3 velocity = tool.rotation.transpose() * there.linear;
  return {velocity.x(), velocity.y(), there.angular.z()};
}

}  // namespace

CouplingOutput DriveLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  const spatial::Vector3 away = out.send.pose.position;
  if (!started_) before_ = away;
  started_ = true;
  const double push = -beyond(params_.dead_zone, away.z());
  const double steer = -beyond(params_.turn_dead_zone, away.x());
  out.send.twist = {
      spatial::Vector3(0, 0, bounded(params_.turn_gain * steer, params_.max_turn)),
      spatial::Vector3(bounded(params_.forward_gain * push, params_.max_speed), 0, 0)};
  const spatial::Vector3 moved = away - before_;
  before_ = away;
  if (!in.remote_valid) return out;

  out.potential = 0.5 * params_.centring * away.squaredNorm();
  port_.exert(
      in, {spatial::Vector3::Zero(), -params_.centring * away - params_.centring_damping * moved},
      out);
  return out;
}

CouplingOutput DriveFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  const spatial::Twist& received = in.remote.twist;
  const bool drives = in.remote_valid && in.sighted;
  const robot::PlanarTwist wanted =
      drives ? robot::PlanarTwist(received.linear.x(), received.linear.y(), received.angular.z())
             : robot::PlanarTwist(robot::PlanarTwist::Zero());
  const PlatformControlOutput made = control_.update(wanted, in_platform(in.tool, in.twist));

  const spatial::Vector3 force =
      in.tool.rotation * spatial::Vector3(made.wrench.x(), made.wrench.y(), 0);
  out.wrench =
      spatial::Wrench::from_point(spatial::Vector3(0, 0, made.wrench.z()), force, in.tool.position);
  const spatial::Vector3 velocity =
      in.tool.rotation * spatial::Vector3(made.reference.x(), made.reference.y(), 0);
  out.velocity = Eigen::Vector3d(velocity.x(), velocity.y(), made.reference.z());
  return out;
}

}  // namespace tether::control
