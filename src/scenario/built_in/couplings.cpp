// The couplings that are built in: what each is called, its keys, and how its halves are made.
#include <algorithm>

#include "scenario/built_in/built_in.hpp"
#include "scenario/schema/stream_fields.hpp"
#include "tether/control/couplings/drive.hpp"
#include "tether/control/couplings/force_position.hpp"
#include "tether/control/couplings/four_channel.hpp"
#include "tether/control/couplings/model_mediated.hpp"
#include "tether/control/couplings/position_force.hpp"
#include "tether/control/couplings/position_position.hpp"
#include "tether/control/couplings/rate.hpp"
#include "tether/scenario/workspace.hpp"

namespace tether::scenario {
namespace {

using control::CouplingKind;

spatial::SpatialStiffness stiffness(const CouplingParams& params) {
  const auto identity = spatial::Matrix3::Identity();
  return {.translation = params.translation_stiffness * identity,
          .orientation = params.orientation_stiffness * identity,
          .coupling = params.coupling_stiffness * identity};
}

control::PoseControllerParams controller(const CouplingParams& params) {
  return {.stiffness = stiffness(params),
          .translation_damping = params.translation_damping,
          .orientation_damping = params.orientation_damping};
}

control::LowPassParams measured(const Scenario& scenario) {
  control::LowPassParams params{.sample_time = 1 / scenario.rate};
  if (scenario.coupling.measured_cutoff) params.cutoff = *scenario.coupling.measured_cutoff;
  return params;
}

control::FourChannelParams channels(const Scenario& scenario) {
  control::FourChannelParams params = scenario.coupling.channels;
  params.measured = measured(scenario);
  params.force_scale = scenario.coupling.force_scale;
  return params;
}

control::LeaderPortParams leader_port(const Scenario& scenario, const robot::Chain& chain) {
  return {.reference = leader_reference(scenario, chain),
          .torque = robot::can_turn(chain),
          .feedback = scenario.coupling.feedback,
          .lock_orientation = scenario.workspace.lock_orientation};
}

control::PoseControllerParams leader_controller(const Scenario& scenario) {
  return control::for_leader(controller(scenario.coupling), scenario.workspace.scale,
                             scenario.coupling.force_scale);
}

void describe(Fields& f, control::StiffnessModulationParams& p) {
  f.number("least", p.least,
           {.min = 0, .max = 1, .help = "share of the stiffness on a bad link; 1 = always full"});
  f.number("good_round_trip", p.good_round_trip,
           {.unit = "s", .min = 0, .max = 10, .help = "up to it the stiffness is full"});
  f.number("bad_round_trip", p.bad_round_trip,
           {.unit = "s", .min = 0, .max = 10, .help = "from it on it is the least"});
  f.number("rise", p.rise,
           {.unit = "1/s", .min = 0, .max = 1000, .help = "fastest rise; paid by the account"});
  f.check(p.bad_round_trip > p.good_round_trip, "bad_round_trip", "lies below good_round_trip");
}

void describe(Fields& f, control::ImpedanceModel& p) {
  f.number("mass", p.mass, {.unit = "kg", .min = 0, .max = 1000, .help = "at the tool"});
  f.number("damping", p.damping, {.unit = "N s/m", .min = 0, .max = 1e4, .help = "at the tool"});
  f.number("inertia", p.inertia, {.unit = "kg m²", .min = 0, .max = 100, .help = "of turns"});
  f.number("turning_damping", p.turning_damping,
           {.unit = "N m s/rad", .min = 0, .max = 1000, .help = "of turns"});
}

void describe(Fields& f, control::FourChannelParams& p) {
  f.number("c1", p.c1, {.min = 0, .max = 1, .help = "share of the leader's motion, C_1"});
  f.number("c2", p.c2, {.min = 0, .max = 1, .help = "share of the follower's force, C_2"});
  f.number("c3", p.c3, {.min = 0, .max = 1, .help = "share of the hand's force, C_3"});
  f.number("c4", p.c4, {.min = 0, .max = 1, .help = "share of the follower's motion, C_4"});
  f.number(
      "acceleration_cutoff", p.acceleration_cutoff,
      {.unit = "Hz", .max = 400, .above = 0, .help = "of s / (τ s + 1), which makes Z causal"});
  f.table("leader", [&](Fields& g) { describe(g, p.leader); }, {.help = "Z_m, its model"});
  f.table("follower", [&](Fields& g) { describe(g, p.follower); }, {.help = "Z_s, its model"});
}

void describe_rate(Fields& f, CouplingParams& p) {
  control::RateLeaderParams& l = p.rate;
  control::RateFollowerParams& r = p.rate_follower;
  f.number("gain", l.gain, {.unit = "1/s", .min = 0, .max = 100, .help = "speed per distance"});
  f.number("turn_gain", l.turn_gain, {.unit = "1/s", .min = 0, .max = 100, .help = "of turns"});
  f.number("dead_zone", l.dead_zone,
           {.unit = "m", .min = 0, .max = 1, .help = "round the centre, where nothing moves"});
  f.number("turn_dead_zone", l.turn_dead_zone,
           {.unit = "rad", .min = 0, .max = 1, .help = "of turns"});
  f.number("centring", l.centring,
           {.unit = "N/m", .min = 0, .max = 1e4, .help = "spring towards the centre"});
  f.number("turn_centring", l.turn_centring,
           {.unit = "N m/rad", .min = 0, .max = 1000, .help = "of turns"});
  f.number("centring_damping", l.centring_damping,
           {.unit = "N s/m", .min = 0, .max = 1000, .help = "of the hand's motion"});
  f.number("turn_damping", l.turn_damping,
           {.unit = "N m s/rad", .min = 0, .max = 100, .help = "of turns"});
  f.number("lead", r.lead,
           {.unit = "m", .max = 1, .above = 0, .help = "of the setpoint over the tool, at most"});
  f.number("turn_lead", r.turn_lead, {.unit = "rad", .max = 3, .above = 0, .help = "of turns"});
}

void describe_drive(Fields& f, CouplingParams& p) {
  control::DriveLeaderParams& l = p.drive;
  f.number("forward_gain", l.forward_gain,
           {.unit = "1/s", .min = 0, .max = 100, .help = "k1: speed per push of the handle"});
  f.number("turn_gain", l.turn_gain,
           {.unit = "rad/(s m)", .min = 0, .max = 100, .help = "k2: turn rate per steering"});
  f.number("dead_zone", l.dead_zone,
           {.unit = "m", .min = 0, .max = 0.05, .help = "of pushing, where nothing moves"});
  f.number("turn_dead_zone", l.turn_dead_zone,
           {.unit = "m", .min = 0, .max = 0.05, .help = "of steering"});
  f.number("centring", l.centring,
           {.unit = "N/m", .min = 0, .max = 1000, .help = "K_p, towards the centre"});
  f.number("centring_damping", l.centring_damping,
           {.unit = "N/m per tick", .min = 0, .max = 1000, .help = "K_d"});
  f.number("max_speed", l.max_speed, {.unit = "m/s", .min = 0, .max = 1.5, .help = "that is sent"});
  f.number("max_turn", l.max_turn, {.unit = "rad/s", .min = 0, .max = 2, .help = "that is sent"});
}

CouplingLaw position_force() {
  return {.name = "position-force",
          .help = "position to the follower, spring or measured force back to the hand",
          .keys =
              [](Fields& f, CouplingParams& p) {
                f.table("modulation", [&](Fields& g) { describe(g, p.modulation); },
                        {.help = "softer over a worse link; position-force"});
              },
          .leader =
              [](const Scenario& s, const robot::Chain& chain) {
                return std::make_unique<control::PositionForceLeader>(
                    control::PositionForceLeaderParams{.port = leader_port(s, chain),
                                                       .force_scale = s.coupling.force_scale});
              },
          .follower =
              [](const Scenario& s, const FollowerSetup& setup) {
                control::PositionForceFollowerParams force{.stiffness = stiffness(s.coupling),
                                                           .map = workspace_map(s, setup),
                                                           .modulation = s.coupling.modulation,
                                                           .reflect = s.coupling.reflect,
                                                           .measured = measured(s)};
                force.modulation.sample_time = 1 / s.rate;
                return std::make_unique<control::PositionForceFollower>(force);
              }};
}

CouplingLaw position_position() {
  return {.name = "position-position",
          .help = "each side pulls its tool to where the other one is",
          .leader =
              [](const Scenario& s, const robot::Chain& chain) {
                return std::make_unique<control::PositionPositionLeader>(
                    control::PositionPositionLeaderParams{.port = leader_port(s, chain),
                                                          .controller = leader_controller(s)});
              },
          .follower =
              [](const Scenario& s, const FollowerSetup& setup) {
                return std::make_unique<control::PositionPositionFollower>(
                    control::PositionPositionFollowerParams{.map = workspace_map(s, setup),
                                                            .controller = controller(s.coupling)});
              }};
}

CouplingLaw four_channel() {
  return {.name = "four-channel",
          .help = "positions and measured forces both ways, with models of both devices",
          .keys =
              [](Fields& f, CouplingParams& p) {
                f.table("channels", [&](Fields& g) { describe(g, p.channels); },
                        {.help = "of four-channel"});
              },
          .leader =
              [](const Scenario& s, const robot::Chain& chain) {
                return std::make_unique<control::FourChannelLeader>(
                    control::FourChannelLeaderParams{.port = leader_port(s, chain),
                                                     .controller = leader_controller(s),
                                                     .channels = channels(s)});
              },
          .follower =
              [](const Scenario& s, const FollowerSetup& setup) {
                return std::make_unique<control::FourChannelFollower>(
                    control::FourChannelFollowerParams{.map = workspace_map(s, setup),
                                                       .controller = controller(s.coupling),
                                                       .channels = channels(s)});
              }};
}

CouplingLaw rate() {
  return {.name = "rate",
          .help = "displacement of the hand is speed of the follower, with a centring spring",
          .keys =
              [](Fields& f, CouplingParams& p) {
                f.table("rate", [&](Fields& g) { describe_rate(g, p); }, {.help = "of rate"});
              },
          .leader =
              [](const Scenario& s, const robot::Chain& chain) {
                control::RateLeaderParams params = s.coupling.rate;
                params.port = leader_port(s, chain);
                params.force_scale = s.coupling.force_scale;
                return std::make_unique<control::RateLeader>(params);
              },
          .follower =
              [](const Scenario& s, const FollowerSetup& setup) {
                control::RateFollowerParams params = s.coupling.rate_follower;
                params.stiffness = stiffness(s.coupling);
                params.map = workspace_map(s, setup);
                params.sample_time = 1 / s.rate;
                params.reflect = s.coupling.reflect;
                params.measured = measured(s);
                return std::make_unique<control::RateFollower>(params);
              },
          .follows_places = false};
}

void describe_model(Fields& f, CouplingParams& p) {
  control::WallDisplayParams& l = p.model.display;
  control::ModelMediatedFollowerParams& r = p.model_follower;
  f.number("stiffness", l.stiffness,
           {.unit = "N/m", .max = 1e5, .above = 0, .help = "of walls that the hand feels, at most"});
  f.number("damping", l.damping, {.unit = "N s/m", .min = 0, .max = 1000, .help = "within them"});
  f.number("approach", l.speed,
           {.unit = "m/s",
            .max = 10,
            .above = 0,
            .help = "of a wall that was found behind the hand and comes out to it"});
  f.number("push", l.push,
           {.unit = "N", .max = 1000, .above = 0, .help = "of a wall that comes out to the hand, at most"});
  f.number("withdrawal", l.force_rate,
           {.unit = "N/s", .max = 1e4, .above = 0, .help = "at which the force of a lost wall falls"});
  f.number("reach", l.reach,
           {.unit = "m", .min = 0, .max = 10, .help = "of a wall beyond where it was touched"});
  f.number("contact", r.finder.contact,
           {.unit = "N", .max = 1000, .above = 0, .help = "force that is a contact"});
  f.number("first_force", r.first_force,
           {.unit = "N",
            .min = 0,
            .max = 1000,
            .help = "with which the follower presses until the hand feels the wall"});
  f.number("integral", r.integral,
           {.unit = "1/s", .min = 0, .max = 100, .help = "of the force that the follower presses with"});
  f.number("direct_below", p.model_share.direct_below,
           {.unit = "s", .min = 0, .max = 10, .help = "auto: round trip under which force is sent"});
  f.number("model_above", p.model_share.model_above,
           {.unit = "s", .min = 0, .max = 10, .help = "auto: and over which walls are"});
  f.number("change", p.model_share.change,
           {.unit = "s", .min = 0, .max = 60, .help = "auto: to go over from one to the other"});
  f.check(p.model_share.model_above >= p.model_share.direct_below, "model_above",
          "lies below direct_below");
}

// both halves, of which one that is automatic goes by the round trip
CouplingLaw model(std::string name, std::string help, bool automatic) {
  const auto share = [automatic](const Scenario& s) {
    control::ModelShareParams params = automatic ? s.coupling.model_share
                                                 : control::ModelShareParams{};
    params.sample_time = 1 / s.rate;
    return params;
  };
  return {.name = std::move(name),
          .help = std::move(help),
          .leader =
              [share](const Scenario& s, const robot::Chain& chain) {
                control::ModelMediatedLeaderParams params = s.coupling.model;
                params.port = leader_port(s, chain);
                params.force_scale = s.coupling.force_scale;
                params.share = share(s);
                params.display.sample_time = 1 / s.rate;
                return std::make_unique<control::ModelMediatedLeader>(params);
              },
          .follower =
              [share](const Scenario& s, const FollowerSetup& setup) {
                control::ModelMediatedFollowerParams params = s.coupling.model_follower;
                params.controller = controller(s.coupling);
                params.map = workspace_map(s, setup);
                params.force_scale = s.coupling.force_scale;
                params.share = share(s);
                params.finder.sample_time = 1 / s.rate;
                params.finder.reach = s.coupling.model.display.reach + s.coupling.model.display.fade;
                params.finder.contact =
                    std::max(params.finder.contact, 2 * s.follower.side.force_error);
                params.measured = measured(s);
                return std::make_unique<control::ModelMediatedFollower>(params);
              }};
}

CouplingLaw model_mediated() {
  CouplingLaw law = model("model-mediated",
                          "walls that the follower finds are felt at once, whatever the delay", false);
  law.keys = [](Fields& f, CouplingParams& p) {
    f.table("model", [&](Fields& g) { describe_model(g, p); }, {.help = "of model-mediated and auto"});
  };
  return law;
}

CouplingLaw automatic() {
  return model("auto", "measured force over a quick link, walls of a model over a slow one", true);
}

CouplingLaw drive() {
  return {.name = "drive",
          .help = "as one drives a car: push for speed, steer to turn; obstacles are felt",
          .keys =
              [](Fields& f, CouplingParams& p) {
                f.table("drive", [&](Fields& g) { describe_drive(g, p); }, {.help = "of drive"});
              },
          .leader =
              [](const Scenario& s, const robot::Chain& chain) {
                control::DriveLeaderParams params = s.coupling.drive;
                params.port = leader_port(s, chain);
                return std::make_unique<control::DriveLeader>(params);
              },
          .follower =
              [](const Scenario& s, const FollowerSetup& setup) {
                control::PlatformControlParams platform = s.coupling.platform;
                platform.sample_time = 1 / s.rate;
                return std::make_unique<control::DriveFollower>(control::DriveFollowerParams{
                    .map = workspace_map(s, setup), .control = platform});
              },
          .follows_places = false};
}

void describe_force_position(Fields& f, CouplingParams& p) {
  f.table("stream",
          [&](Fields& g) {
            describe_stream(g, p.stream);
            g.number("store", p.stream_store,
                     {.unit = "J", .min = 0, .max = 100, .help = "that the account begins with"});
          },
          {.help = "of force-position"});
  f.table("conditioning", [&](Fields& g) { describe_conditioning(g, p.stream); },
          {.help = "of the hand's force; force-position"});
}

CouplingLaw force_position() {
  return {.name = "force-position",
          .help = "force to a simulated system, its motion back to the arm in the hand",
          .keys = describe_force_position,
          .leader =
              [](const Scenario& s, const robot::Chain& chain) {
                control::ForcePositionLeaderParams stream = s.coupling.stream;
                stream.port = leader_port(s, chain);
                stream.force_scale = s.coupling.force_scale;
                stream.conditioning.sample_time = stream.playout.sample_time =
                    stream.limits.sample_time = 1 / s.rate;
                return std::make_unique<control::ForcePositionLeader>(stream);
              },
          .follower =
              [](const Scenario& s, const FollowerSetup& setup) {
                return std::make_unique<control::ForcePositionFollower>(
                    control::ForcePositionFollowerParams{.map = workspace_map(s, setup)});
              },
          .follows_places = false};
}

}  // namespace

void add_couplings(core::Registry<CouplingLaw>& couplings) {
  couplings.add(position_force(), CouplingKind::position_force);
  couplings.add(position_position(), CouplingKind::position_position);
  couplings.add(four_channel(), CouplingKind::four_channel);
  couplings.add(rate(), CouplingKind::rate);
  couplings.add(drive(), CouplingKind::drive);
  couplings.add(force_position(), CouplingKind::force_position);
  couplings.add(model_mediated(), CouplingKind::model_mediated);
  couplings.add(automatic(), CouplingKind::automatic);
}

}  // namespace tether::scenario
