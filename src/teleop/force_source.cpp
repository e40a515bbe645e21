#include "tether/teleop/force_source.hpp"

#include "tether/robot/kinematics.hpp"

namespace tether::teleop {

robot::JointVector FixtureSource::effort(const robot::ChainState& kinematics,
                                         signals::Tick& tick) noexcept {
  control::CouplingOutput& coupling = tick.coupling;
  tick.assist = assistance_.update({.now = tick.time,
                                    .tool = tick.tool,
                                    .twist = tick.twist,
                                    .place = coupling.send.pose,
                                    .remote = tick.reference.remote.pose,
                                    .remote_valid = tick.reference.valid,
                                    .clutched = tick.engagement == control::Engagement::clutched,
                                    // no hand, no force
                                    .share = tick.reference.share * tick.bounds.hand_share});
  coupling.send.pose = tick.assist.sent;
  tick.assist_effort = robot::joint_efforts(kinematics.jacobian, tick.assist.wrench);
  return tick.assist_effort;
}

robot::JointVector ObstacleSource::effort(const robot::ChainState& kinematics,
                                          signals::Tick& tick) noexcept {
  tick.drive.obstruction = tick.reference.remote.obstruction;
  tick.drive.felt = obstacles_.update({.handle = tick.tool.position - origin_,
                                       .velocity = tick.twist.linear,
                                       .obstruction = tick.drive.obstruction,
                                       .share = tick.reference.share * tick.bounds.hand_share});
  return robot::joint_efforts(
      kinematics.jacobian, spatial::Wrench::from_point(spatial::Vector3::Zero(),
                                                       tick.drive.felt.force, tick.tool.position));
}

robot::JointVector InertiaSource::effort(const robot::ChainState& kinematics,
                                         signals::Tick& tick) noexcept {
  tick.inertia = compensation_.update(tick.velocity, kinematics.mass_matrix);
  return tick.inertia;
}

robot::JointVector FrictionSource::effort(const robot::ChainState& /*kinematics*/,
                                          signals::Tick& tick) noexcept {
  return compensation_.update(tick.velocity, tick.rate);
}

robot::JointVector CoriolisSource::effort(const robot::ChainState& kinematics,
                                          signals::Tick& /*tick*/) noexcept {
  return kinematics.coriolis;
}

}  // namespace tether::teleop
