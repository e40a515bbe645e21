#include "tether/session/assemble/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "session/assemble/assistance.hpp"
#include "session/assemble/intentions.hpp"
#include "tether/control/estimators/finite_difference.hpp"
#include "tether/control/estimators/state_variable_filter.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/inverse_kinematics.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/multibody.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/scenario/workspace.hpp"
#include "tether/session/assemble/couplings.hpp"
#include "tether/session/assemble/guards.hpp"
#include "tether/sim/devices/hand_guided_arm.hpp"
#include "tether/sim/devices/servo_arm.hpp"
#include "tether/sim/devices/setpoint_device.hpp"
#include "tether/sim/devices/simulated_arm.hpp"
#include "tether/sim/devices/simulated_falcon.hpp"
#include "tether/sim/devices/simulated_handle.hpp"
#include "tether/sim/devices/simulated_multibody.hpp"
#include "tether/sim/devices/simulated_platform.hpp"
#include "tether/sim/devices/simulated_pointer.hpp"
#include "tether/sim/people/guided_hand.hpp"
#include "tether/sim/world/world_file.hpp"
#include "tether/teleop/hand_port.hpp"
#include "tether/teleop/tool_port.hpp"

namespace tether::session {
namespace {

std::unique_ptr<control::VelocityEstimator> make_estimator(const scenario::VelocityParams& params,
                                                           double sample_time) {
  if (params.kind == scenario::VelocityParams::Kind::finite_difference) {
    return std::make_unique<control::FiniteDifference>(
        control::FiniteDifferenceParams{params.samples, sample_time});
  }
  return std::make_unique<control::StateVariableFilter>(
      control::StateVariableFilterParams{params.cutoff, sample_time});
}

guard::EffortLimit make_effort_limit(const scenario::SideParams& params,
                                     const robot::Chain& chain) {
  guard::EffortLimitParams limit{.per_axis = effort_ratings(params, chain)};
  if (params.force_limit) limit.norm = *params.force_limit;
  return guard::EffortLimit(limit);
}

guard::SpeedWatch make_speed_watch(const scenario::SideParams& params, const robot::Chain& chain,
                                   const char* stage) {
  return {{.bound = params.speed_margin * speed_ratings(chain)}, stage};
}

std::unique_ptr<control::EngagementStage> make_engagement(const scenario::Scenario& scenario,
                                                          passivity::Role role) {
  control::EngagementParams params = scenario.engagement;
  params.sample_time = 1 / scenario.rate;
  params.alignment = alignment(scenario);
  params.keeps_place = scenario.coupling.kind == control::CouplingKind::force_position;
  // what drives brakes with all it has
  if (is_driven(scenario)) params.hold_stiffness = 1;
  if (role == passivity::Role::leader) return std::make_unique<control::LeaderEngagement>(params);
  return std::make_unique<control::FollowerEngagement>(params);
}

// an arm's command waits for the interface, also for one that is as quick as the controller: one is
// at work while the next one waits [s]
double arm_window(const scenario::Scenario& scenario) {
  const double ticks = std::ceil(scenario.rate / scenario.follower.interface_rate - 1e-9);
  return 2 * std::max(ticks, 1.0) / scenario.rate;
}

// window: how long a command may act before what it gave is measured [s]
teleop::Stages make_stages(const scenario::Scenario& scenario, passivity::Role role,
                           const robot::Chain& chain, std::unique_ptr<control::Coupling> coupling,
                           double window) {
  const bool leads = role == passivity::Role::leader;
  const scenario::SideParams& side = leads ? scenario.leader.side : scenario.follower.side;
  const double tick = 1 / scenario.rate;
  const passivity::PortMotionParams motion{.tick = tick, .window = window};
  auto estimator = make_estimator(side.velocity, tick);
  auto engagement = make_engagement(scenario, role);
  passivity::Params method = scenario.passivity;
  // what the hand puts into a simulated system has to get there: nothing is set aside
  if (scenario.coupling.kind == control::CouplingKind::force_position) {
    method.two_layer.upper_level = std::numeric_limits<double>::infinity();
  }
  auto layer = passivity_method(scenario).make(method, role, motion);
  return {.estimator = std::move(estimator),
          .engagement = std::move(engagement),
          .coupling = std::move(coupling),
          .damping = control::JointDamping({side.joint_damping}),
          .passivity = std::move(layer),
          .motion = motion,
          .wrench_error = {side.force_error, side.torque_error},
          .bounds = guard::WrenchBounds(wrench_bounds(scenario, side)),
          .guards = guard::DeviceGuards(device_guards(scenario, side, chain),
                                        leads ? "leader guard" : "follower guard"),
          .limit = make_effort_limit(side, chain),
          .speed = make_speed_watch(side, chain, leads ? "leader device" : "follower device"),
          .rate = scenario.rate,
          .link_timeout = scenario.link.timeout,
          .method = scenario.passivity.method,
          .kind = scenario.coupling.kind,
          .alignment = alignment(scenario),
          .stop_ends = scenario.guard.on_stop == scenario::GuardParams::OnStop::end};
}

using Sources = std::vector<std::unique_ptr<teleop::ForceSource>>;

void add_inertia(const scenario::Scenario& scenario, const scenario::SideParams& side,
                 Sources& sources) {
  if (side.inertia_compensation == 0) return;
  sources.push_back(std::make_unique<teleop::InertiaSource>(control::InertiaCompensationParams{
      .share = side.inertia_compensation, .sample_time = 1 / scenario.rate}));
}

void add_friction(const scenario::SideParams& side, const robot::Chain& chain, Sources& sources) {
  if (side.friction_compensation == 0) return;
  sources.push_back(std::make_unique<teleop::FrictionSource>(
      control::FrictionCompensationParams{.share = side.friction_compensation,
                                          .coulomb = robot::coulomb_friction(chain),
                                          .viscous = robot::viscous_friction(chain)}));
}

std::unique_ptr<teleop::EnergyPort> make_port(const scenario::SideParams& side,
                                              const robot::Chain& chain,
                                              const teleop::JointPortParams& joints,
                                              bool measured) {
  if (side.port == scenario::PortKind::joints) return std::make_unique<teleop::JointPort>(joints);
  return std::make_unique<teleop::ToolPort>(
      joints, passivity::RefundParams{.coulomb = robot::coulomb_friction(chain),
                                      .viscous = robot::viscous_friction(chain),
                                      .measured = measured});
}

// an account that holds something from the start, which the certificate declares
void fill(teleop::Stages& stages, double stored) {
  if (stored == 0) return;
  passivity::EnergyTank store;
  store.exchange(-stored);
  stages.passivity->take_over({passivity::PortMotion(stages.motion), store});
}

// what a simulated arm really is, where the scenario replaces the model's figures
void override_joints(const scenario::JointModelParams& params, robot::Chain& chain) {
  for (robot::Joint& joint : chain.joints) {
    joint.armature = params.rotor_inertia.value_or(joint.armature);
    joint.coulomb = params.coulomb_friction.value_or(joint.coulomb);
    joint.viscous = params.viscous_friction.value_or(joint.viscous);
  }
}

void add_coriolis(const scenario::SideParams& side, Sources& sources) {
  if (side.coriolis_compensation) sources.push_back(std::make_unique<teleop::CoriolisSource>());
}

teleop::Replacement exchangeable(teleop::Stages stages) {
  teleop::Replacement replacement{std::move(stages.coupling), std::move(stages.passivity),
                                  stages.method, stages.kind, stages.alignment};
  if (const guard::Geofence* fence = stages.guards.fence()) {
    replacement.fence.emplace();
    for (int i = 0; i < fence->size(); ++i) {
      (*replacement.fence)[static_cast<std::size_t>(i)] = fence->enabled(i);
    }
  }
  return replacement;
}

// the person's seed differs from those of other random parts of a session
constexpr std::uint64_t kHandSeed = 0x68616e64;
constexpr std::uint64_t kSensorSeed = 0x666f7263;
constexpr std::uint64_t kStartSeed = 0x73746172;
constexpr std::uint64_t kWrenchSeed = 0x77726e63;
constexpr std::uint64_t kPointerSeed = 0x706e7472;

robot::MultibodyModel own_model(const scenario::Scenario& scenario) {
  return multibody_model(scenario.follower.robot, scenario.multibody);
}

std::optional<sim::WrenchEstimateParams> wrench_estimate(const scenario::Scenario& scenario) {
  const scenario::LeaderWrenchParams& wrench = scenario.leader.wrench;
  if (wrench.kind == scenario::LeaderWrenchParams::Kind::exact) return std::nullopt;
  sim::WrenchEstimateParams params = wrench.estimate;
  params.sample_time = 1 / scenario.rate;
  return params;
}

sim::SimulatedPointerParams pointer_params(const scenario::Scenario& scenario) {
  return {.handle = scenario.leader.pointer.handle,
          .sampling = scenario.leader.pointer.sampling,
          .posture = scenario.leader.posture,
          .seed = scenario.seed ^ kPointerSeed};
}

// null for what the catalogue has
std::unique_ptr<device::Device> leader_of_driver(const scenario::Scenario& scenario,
                                                 const robot::Chain& chain) {
  if (scenario.leader.driver.empty()) return nullptr;
  return scenario.extensions->devices.at(scenario.leader.driver).leader(scenario, chain);
}
std::unique_ptr<device::Device> follower_of_driver(const scenario::Scenario& scenario,
                                                   const scenario::FollowerSetup& setup) {
  if (scenario.follower.driver.empty()) return nullptr;
  return scenario.extensions->devices.at(scenario.follower.driver).follower(scenario, setup);
}

// a device of one's own whose time the session lets pass
std::unique_ptr<sim::SimulatedDevice> simulated(std::unique_ptr<device::Device> own,
                                                std::string_view side) {
  if (dynamic_cast<sim::SimulatedDevice*>(own.get()) == nullptr) {
    throw core::InputError(
        fmt::format("the {}'s own device is not simulated (sim::SimulatedDevice); it needs a "
                    "session in wall time that does not drive",
                    side));
  }
  return std::unique_ptr<sim::SimulatedDevice>(static_cast<sim::SimulatedDevice*>(own.release()));
}

// nobody sets a platform down exactly where it was before
robot::JointVector start_scatter(const scenario::Scenario& scenario) {
  sim::RandomGenerator random(scenario.seed ^ kStartSeed);
  const auto within = [&](double bound) { return random.uniform(-bound, bound); };
  const double across = within(scenario.course.scatter);
  return Eigen::Vector3d(0, across, within(scenario.course.turn_scatter));
}

}  // namespace

robot::Chain leader_chain(const scenario::Scenario& scenario) {
  robot::Chain chain = robot::load(scenario.leader.device);
  if (scenario.leader.kind == scenario::LeaderParams::Kind::pointer) {
    return device::virtual_chain(chain, scenario.leader.pointer.handle);
  }
  // a simulated handle is its model
  if (!robot::can_turn(chain) && scenario.leader.driver.empty()) return chain;
  override_joints({scenario.leader.joints.coulomb_friction, scenario.leader.joints.viscous_friction,
                   std::nullopt},
                  chain);
  return chain;
}

scenario::FollowerSetup follower_setup(const scenario::Scenario& scenario) {
  scenario::FollowerSetup setup;
  setup.chain = follower_chain(scenario);
  if (!is_multibody(scenario)) override_joints(scenario.follower.joints, setup.chain);
  if (robot::find(scenario.follower.robot).traits.position_controlled) {
    setup.chain = sim::apparent_chain(setup.chain, {});
  }
  robot::JointVector posture = scenario.follower.posture;
  if (posture.size() == 0) {
    posture = is_multibody(scenario) ? robot::load_multibody(own_model(scenario)).start
                                     : robot::JointVector::Zero(setup.chain.joint_count);
  }

  robot::ChainState state;
  if (!scenario.follower.offset) {
    if (is_driven(scenario)) posture += start_scatter(scenario);
    robot::forward_kinematics(setup.chain, posture, state);
    setup.start = posture;
    setup.offset = state.tool;
    return setup;
  }

  // the tool starts where the leader's start maps to
  setup.offset = *scenario.follower.offset;
  spatial::Pose start = setup.offset;
  if (has_operator(scenario)) {
    start = control::WorkspaceMap(workspace_map(scenario, setup))
                .to_follower(spatial::Pose{spatial::Matrix3::Identity(), scenario.person.start});
  }
  const auto solution = robot::inverse_kinematics(setup.chain, start, posture);
  if (!solution.converged) {
    throw core::InputError(
        scenario.follower.where,
        fmt::format(
            "{} cannot reach its start pose from this posture: {:.1f} mm and {:.2f} deg remain",
            scenario.follower.robot, 1e3 * solution.position_error,
            solution.orientation_error * 57.29577951308232));
  }
  setup.start = solution.q;
  return setup;
}

bool may_jog(const scenario::Scenario& scenario) {
  const auto robot = robot::find(scenario.follower.robot);
  const bool arm =
      robot.kind == robot::RobotKind::arm || robot.kind == robot::RobotKind::hand_guided_arm;
  return arm && !robot.traits.position_controlled;
}

teleop::Stages leader_stages(const scenario::Scenario& scenario, const robot::Chain& chain,
                             std::unique_ptr<assist::FixtureForces> fixtures) {
  teleop::Stages stages = make_stages(scenario, passivity::Role::leader, chain,
                                      leader_coupling(scenario, chain), 1 / scenario.rate);
  const spatial::Vector3 origin = leader_reference(scenario, chain).position;
  if (scenario.coupling.kind == control::CouplingKind::force_position) {
    stages.port = std::make_unique<teleop::HandPort>(origin);
  } else {
    stages.port = make_port(scenario.leader.side, chain, {.origin = origin},
                            measures_wrench(scenario, signals::SideName::leader));
  }
  fill(stages, scenario.leader.side.store);
  auto& sources = stages.sources;
  add_inertia(scenario, scenario.leader.side, sources);
  add_friction(scenario.leader.side, chain, sources);
  if (auto assistance = make_assistance(scenario, chain, std::move(fixtures))) {
    sources.push_back(std::make_unique<teleop::FixtureSource>(std::move(*assistance)));
  }
  if (is_driven(scenario) && scenario.coupling.feedback && scenario.obstacles.enabled) {
    assist::ObstacleForceParams params = scenario.obstacles.force;
    params.sample_time = 1 / scenario.rate;
    sources.push_back(std::make_unique<teleop::ObstacleSource>(params, origin));
  }
  add_coriolis(scenario.leader.side, sources);
  return stages;
}

teleop::Stages follower_stages(const scenario::Scenario& scenario,
                               const scenario::FollowerSetup& setup, device::Scanner* scanner) {
  teleop::Stages stages = make_stages(
      scenario, passivity::Role::follower, setup.chain, follower_coupling(scenario, setup),
      // a simulated system moves at once, as a leader does
      is_multibody(scenario) ? 1 / scenario.rate : arm_window(scenario));
  if (scenario.coupling.kind == control::CouplingKind::force_position) {
    // nobody could begin to push otherwise: the hand does no work before the system moves
    fill(stages, scenario.coupling.stream_store);
  } else {
    // counted as the leader does
    fill(stages, scenario.coupling.force_scale * scenario.follower.side.store);
  }
  // a newton of the leader stands for many of the follower: both accounts count as the leader does
  const double scale = scenario.coupling.force_scale;
  stages.port = make_port(scenario.follower.side, setup.chain, {.power_scale = scale},
                          measures_wrench(scenario, signals::SideName::follower));
  // a vehicle has a supply of its own
  stages.balance_scale = is_driven(scenario) ? 0 : scale;
  stages.brake_before_release = is_driven(scenario);
  add_inertia(scenario, scenario.follower.side, stages.sources);
  add_friction(scenario.follower.side, setup.chain, stages.sources);
  add_coriolis(scenario.follower.side, stages.sources);
  if (scanner != nullptr && is_driven(scenario)) {
    stages.sight = std::make_unique<teleop::Sight>(
        teleop::SightParams{.timeout = scenario.scanner.timeout, .sample_time = 1 / scenario.rate},
        *scanner, scenario.obstacles.sensor);
  }
  return stages;
}

teleop::Replacement leader_replacement(const scenario::Scenario& changed,
                                       const robot::Chain& chain) {
  teleop::Replacement replacement = exchangeable(leader_stages(changed, chain));
  replacement.assist = changed.assist.enabled;
  return replacement;
}

teleop::Replacement follower_replacement(const scenario::Scenario& changed,
                                         const scenario::FollowerSetup& setup) {
  return exchangeable(follower_stages(changed, setup));
}

std::unique_ptr<sim::SimulatedDevice> leader_device(const scenario::Scenario& scenario,
                                                    const robot::Chain& chain,
                                                    sim::HandMailbox* guided) {
  if (auto own = leader_of_driver(scenario, chain)) return simulated(std::move(own), "leader");
  if (scenario.leader.kind == scenario::LeaderParams::Kind::setpoint) {
    return std::make_unique<sim::SetpointDevice>(
        chain, std::make_shared<control::SineSequence>(scenario.setpoint));
  }
  auto intention = scenario.extensions->tasks.at(scenario.person.task_name).make(scenario);
  auto turn = intended_turn(scenario.person);
  if (guided != nullptr) {
    intention = std::make_unique<sim::GuidedIntention>(std::move(intention), guided->move);
    turn = std::make_shared<sim::GuidedTurn>(std::move(turn), guided->turn);
  }
  sim::Hand hand(scenario.person.hand, std::move(intention), scenario.seed ^ kHandSeed);
  if (scenario.leader.kind == scenario::LeaderParams::Kind::pointer) {
    return std::make_unique<sim::SimulatedPointer>(
        chain, pointer_params(scenario), std::move(hand),
        sim::Wrist(scenario.person.wrist, std::move(turn)), scenario.person.handling);
  }
  const std::string world = sim::world_file(scenario.leader.world);
  if (robot::can_turn(chain)) {
    const scenario::JointModelParams& joints = scenario.leader.joints;
    return std::make_unique<sim::HandGuidedArm>(
        chain,
        sim::HandGuidedArmParams{
            .world = world,
            .start = scenario.leader.posture,
            .coulomb_friction = joints.coulomb_friction,
            .viscous_friction = joints.viscous_friction,
            .needs_hand = robot::find(scenario.leader.device).traits.needs_hand,
            .wrench = wrench_estimate(scenario),
            .seed = scenario.seed ^ kWrenchSeed},
        std::move(hand), sim::Wrist(scenario.person.wrist, std::move(turn)),
        scenario.person.handling);
  }
  if (scenario.leader.device == "falcon") {
    return std::make_unique<sim::SimulatedFalcon>(chain, world, std::move(hand),
                                                  scenario.person.handling);
  }
  return std::make_unique<sim::SimulatedHandle>(chain, world, std::move(hand),
                                                scenario.person.handling);
}

std::unique_ptr<sim::SimulatedDevice> follower_device(const scenario::Scenario& scenario,
                                                      const scenario::FollowerSetup& setup) {
  if (auto own = follower_of_driver(scenario, setup)) return simulated(std::move(own), "follower");
  if (is_driven(scenario)) {
    return std::make_unique<sim::SimulatedPlatform>(
        sim::SimulatedPlatformParams{.world = sim::world_file(scenario.follower.world),
                                     .start = setup.start,
                                     .driver = {},
                                     .seed = scenario.seed ^ kSensorSeed});
  }
  if (is_multibody(scenario)) {
    return std::make_unique<sim::SimulatedMultibody>(
        setup.chain,
        sim::SimulatedMultibodyParams{.model = own_model(scenario), .start = setup.start});
  }
  if (robot::find(scenario.follower.robot).traits.position_controlled) {
    return std::make_unique<sim::ServoArm>(
        robot::load(scenario.follower.robot),
        sim::ServoArmParams{.world = sim::world_file(scenario.follower.world),
                            .start = setup.start,
                            .interface_rate = scenario.follower.interface_rate,
                            .seed = scenario.seed ^ kSensorSeed});
  }
  const scenario::JointModelParams& joints = scenario.follower.joints;
  return std::make_unique<sim::SimulatedArm>(
      setup.chain, sim::SimulatedArmParams{.world = sim::world_file(scenario.follower.world),
                                           .start = setup.start,
                                           .interface_rate = scenario.follower.interface_rate,
                                           .coulomb_friction = joints.coulomb_friction,
                                           .viscous_friction = joints.viscous_friction,
                                           .rotor_inertia = joints.rotor_inertia});
}

std::unique_ptr<device::Device> leader_device_in_wall_time(const scenario::Scenario& scenario,
                                                           const robot::Chain& chain,
                                                           sim::HandMailbox* guided) {
  if (auto own = leader_of_driver(scenario, chain)) return own;
  return leader_device(scenario, chain, guided);
}

std::unique_ptr<device::Device> follower_device_in_wall_time(const scenario::Scenario& scenario,
                                                             const scenario::FollowerSetup& setup) {
  if (auto own = follower_of_driver(scenario, setup)) return own;
  return follower_device(scenario, setup);
}

}  // namespace tether::session
