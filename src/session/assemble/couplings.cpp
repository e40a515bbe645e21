#include "tether/session/assemble/couplings.hpp"

#include "tether/control/couplings/drive.hpp"
#include "tether/control/couplings/force_position.hpp"
#include "tether/control/couplings/four_channel.hpp"
#include "tether/control/couplings/position_force.hpp"
#include "tether/control/couplings/position_position.hpp"
#include "tether/control/couplings/rate.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/scenario/own_parts.hpp"

namespace tether::session {
namespace {

using control::CouplingKind;

spatial::SpatialStiffness stiffness(const scenario::CouplingParams& params) {
  const auto identity = spatial::Matrix3::Identity();
  return {.translation = params.translation_stiffness * identity,
          .orientation = params.orientation_stiffness * identity,
          .coupling = params.coupling_stiffness * identity};
}

control::PoseControllerParams controller(const scenario::CouplingParams& params) {
  return {.stiffness = stiffness(params),
          .translation_damping = params.translation_damping,
          .orientation_damping = params.orientation_damping};
}

control::LowPassParams measured(const scenario::Scenario& scenario) {
  control::LowPassParams params{.sample_time = 1 / scenario.rate};
  if (scenario.coupling.measured_cutoff) params.cutoff = *scenario.coupling.measured_cutoff;
  return params;
}

control::FourChannelParams channels(const scenario::Scenario& scenario) {
  control::FourChannelParams params = scenario.coupling.channels;
  params.measured = measured(scenario);
  params.force_scale = scenario.coupling.force_scale;
  return params;
}

}  // namespace

// the workspace of a device begins where its own frame does, that of an arm where its tool starts
spatial::Pose leader_reference(const scenario::Scenario& scenario, const robot::Chain& chain) {
  if (scenario.leader.posture.size() == 0) return {};
  robot::ChainState state;
  robot::forward_kinematics(chain, scenario.leader.posture, state);
  return state.tool;
}

control::WorkspaceMapParams workspace_map(const scenario::Scenario& scenario,
                                          const scenario::FollowerSetup& setup) {
  return {.offset = setup.offset,
          .scale = scenario.workspace.scale,
          .rotation = scenario.workspace.rotation};
}

std::unique_ptr<control::Coupling> leader_coupling(const scenario::Scenario& scenario,
                                                   const robot::Chain& chain) {
  if (scenario.own && scenario.own->leader_coupling) {
    return scenario.own->leader_coupling(scenario, chain);
  }
  const scenario::CouplingParams& params = scenario.coupling;
  const control::LeaderPortParams port{.reference = leader_reference(scenario, chain),
                                       .torque = robot::can_turn(chain),
                                       .feedback = params.feedback,
                                       .lock_orientation = scenario.workspace.lock_orientation};
  const auto pull =
      control::for_leader(controller(params), scenario.workspace.scale, params.force_scale);
  switch (params.kind) {
    case CouplingKind::position_position:
      return std::make_unique<control::PositionPositionLeader>(
          control::PositionPositionLeaderParams{.port = port, .controller = pull});
    case CouplingKind::four_channel:
      return std::make_unique<control::FourChannelLeader>(control::FourChannelLeaderParams{
          .port = port, .controller = pull, .channels = channels(scenario)});
    case CouplingKind::rate: {
      control::RateLeaderParams rate = params.rate;
      rate.port = port;
      rate.force_scale = params.force_scale;
      return std::make_unique<control::RateLeader>(rate);
    }
    case CouplingKind::drive: {
      control::DriveLeaderParams drive = params.drive;
      drive.port = port;
      return std::make_unique<control::DriveLeader>(drive);
    }
    case CouplingKind::force_position: {
      control::ForcePositionLeaderParams stream = params.stream;
      stream.port = port;
      stream.force_scale = params.force_scale;
      stream.conditioning.sample_time = stream.playout.sample_time = stream.limits.sample_time =
          1 / scenario.rate;
      return std::make_unique<control::ForcePositionLeader>(stream);
    }
    case CouplingKind::position_force:
      break;
  }
  return std::make_unique<control::PositionForceLeader>(
      control::PositionForceLeaderParams{.port = port, .force_scale = params.force_scale});
}

std::unique_ptr<control::Coupling> follower_coupling(const scenario::Scenario& scenario,
                                                     const scenario::FollowerSetup& setup) {
  if (scenario.own && scenario.own->follower_coupling) {
    return scenario.own->follower_coupling(scenario, setup);
  }
  const scenario::CouplingParams& params = scenario.coupling;
  const auto map = workspace_map(scenario, setup);
  const double tick = 1 / scenario.rate;
  switch (params.kind) {
    case CouplingKind::position_position:
      return std::make_unique<control::PositionPositionFollower>(
          control::PositionPositionFollowerParams{.map = map, .controller = controller(params)});
    case CouplingKind::four_channel:
      return std::make_unique<control::FourChannelFollower>(control::FourChannelFollowerParams{
          .map = map, .controller = controller(params), .channels = channels(scenario)});
    case CouplingKind::rate: {
      control::RateFollowerParams rate = params.rate_follower;
      rate.stiffness = stiffness(params);
      rate.map = map;
      rate.sample_time = tick;
      rate.reflect = params.reflect;
      rate.measured = measured(scenario);
      return std::make_unique<control::RateFollower>(rate);
    }
    case CouplingKind::drive: {
      control::PlatformControlParams platform = params.platform;
      platform.sample_time = tick;
      return std::make_unique<control::DriveFollower>(
          control::DriveFollowerParams{.map = map, .control = platform});
    }
    case CouplingKind::force_position:
      return std::make_unique<control::ForcePositionFollower>(
          control::ForcePositionFollowerParams{.map = map});
    case CouplingKind::position_force:
      break;
  }
  control::PositionForceFollowerParams force{.stiffness = stiffness(params),
                                             .map = map,
                                             .modulation = params.modulation,
                                             .reflect = params.reflect,
                                             .measured = measured(scenario)};
  force.modulation.sample_time = tick;
  return std::make_unique<control::PositionForceFollower>(force);
}

control::Alignment alignment(const scenario::Scenario& scenario) {
  const CouplingKind kind = scenario.coupling.kind;
  const bool goes_nowhere = kind == CouplingKind::rate || kind == CouplingKind::drive ||
                            kind == CouplingKind::force_position;
  return goes_nowhere ? control::Alignment::index : scenario.engagement.alignment;
}

}  // namespace tether::session
