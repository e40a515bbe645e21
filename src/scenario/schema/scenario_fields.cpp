// The keys of a scenario file.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "scenario/own_file.hpp"
#include "scenario/schema/drive_fields.hpp"
#include "scenario/schema/fixture_fields.hpp"
#include "scenario/schema/guard_fields.hpp"
#include "scenario/schema/operator_fields.hpp"
#include "scenario/schema/pointer_fields.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/nearest.hpp"
#include "tether/passivity/refund.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/scenario/multibody.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/coupling_fields.hpp"
#include "tether/scenario/schema/link_fields.hpp"
#include "tether/scenario/schema/passivity_fields.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/signals/metric_names.hpp"

namespace tether::scenario {
namespace {

std::vector<std::string> catalogue_names(bool (*suits)(robot::RobotKind) noexcept) {
  std::vector<std::string> names;
  for (const auto& entry : robot::catalogue()) {
    if (suits(entry.kind)) names.emplace_back(entry.name);
  }
  return names;
}

std::vector<std::string> world_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(core::data_path("worlds"))) {
    if (entry.path().extension() == ".xml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// a name among those that are shipped, or an MJCF file of the user's own
void describe_model(Fields& f, std::string_view key, std::string& value,
                    const std::vector<std::string>& names, std::string_view noun,
                    std::string_view help) {
  f.choice(key, value, names, {.help = help, .noun = noun, .or_file = ".xml"});
  if (!value.ends_with(".xml")) return;
  value = own_file(f, key, value);
  f.check(std::filesystem::is_regular_file(value), key,
          fmt::format("no file \"{}\" beside the scenario, nor where the program runs", value));
}

void describe(Fields& f, VelocityParams& p) {
  using Kind = VelocityParams::Kind;
  f.choice(
      "kind", p.kind,
      {{"finite-difference", Kind::finite_difference}, {"state-variable", Kind::state_variable}},
      {.help = "how velocity is estimated from positions", .noun = "velocity estimator"});
  if (p.kind == Kind::finite_difference) {
    f.integer("samples", p.samples, {.min = 1, .max = 100, .help = "span of the difference"});
  } else {
    f.number("cutoff", p.cutoff,
             {.unit = "Hz", .max = 400, .above = 0, .help = "of the state-variable filter"});
  }
}

void describe(Fields& f, SideParams& p) {
  f.table("velocity", [&](Fields& g) { describe(g, p.velocity); },
          {.help = "estimate of the device's velocity"});
  f.choice("port", p.port, {{"joints", PortKind::joints}, {"tool", PortKind::tool}},
           {.help = "where energy is counted: at the motors, or between the tool and the outside, "
                    "where the machine pays for its own friction",
            .noun = "port"});
  f.number("store", p.store,
           {.unit = "J", .min = 0, .max = 10, .help = "that its account begins with; declared"});
  f.number("force_error", p.force_error,
           {.unit = "N",
            .min = 0,
            .max = 100,
            .help = "by which the measured force may be wrong, port = \"tool\"; a real device for "
                    "which it is not given measures none"});
  f.number("torque_error", p.torque_error,
           {.unit = "N m", .min = 0, .max = 100, .help = "and a measured torque about the tool"});
  f.number("friction_compensation", p.friction_compensation,
           {.min = 0,
            .max = 0.95,
            .help = "share of the model's joint friction; the machine pays for it at the tool, the "
                    "account at the joints"});
  f.number("joint_damping", p.joint_damping,
           {.unit = "N m s/rad or N s/m",
            .min = 0,
            .max = 1000,
            .help = "D_j, of every joint; what it takes fills the account"});
  f.number("inertia_compensation", p.inertia_compensation,
           {.min = 0, .max = 0.9, .help = "share of the device's inertia; paid by the account"});
  f.boolean("coriolis_compensation", p.coriolis_compensation,
            {.help = "of Coriolis and centrifugal efforts; paid by the account"});
  f.number("effort_limit", p.effort_limit,
           {.unit = "N m or N",
            .max = 1000,
            .above = 0,
            .help = "bound of every axis; the device's rating when not given"});
  f.number("force_limit", p.force_limit,
           {.unit = "N", .max = 1000, .above = 0, .help = "bound of the whole force"});
  f.number("speed_margin", p.speed_margin,
           {.min = 1, .max = 100, .help = "times the rated joint speed: a fault"});
  f.table("guard", [&](Fields& g) { describe(g, p.guard); }, {.help = "bounds of this device"});
}

// energy is counted at a tool only where nothing but friction lies between it and the motors
void check_ports(const Fields& f, const Scenario& s) {
  const bool pushed = s.coupling.kind == control::CouplingKind::force_position;
  const bool elsewhere = pushed || is_driven(s);
  const auto at_tool = [](const SideParams& p) { return p.port == PortKind::tool; };
  f.check(!elsewhere || !at_tool(s.leader.side), "leader",
          fmt::format("port = \"tool\": coupling.kind = \"{}\" has a port of its own",
                      coupling_law(s).name));
  f.check(!elsewhere || !at_tool(s.follower.side), "follower",
          fmt::format("port = \"tool\": coupling.kind = \"{}\" has a port of its own",
                      coupling_law(s).name));
  f.check(!pushed || s.follower.side.store == 0, "follower",
          "store: of a simulated system, it is coupling.store");
  f.check(!at_tool(s.follower.side) || !robot::find(s.follower.robot).traits.position_controlled,
          "follower",
          fmt::format("port = \"tool\": {} is position-controlled, and no account sees the work "
                      "of its drives",
                      s.follower.robot));
  using signals::SideName;
  for (const auto side : {SideName::leader, SideName::follower}) {
    const bool leads = side == SideName::leader;
    const SideParams& p = leads ? s.leader.side : s.follower.side;
    const double surely = passivity::RefundParams().surely;
    f.check(!at_tool(p) || measures_wrench(s, side) || p.friction_compensation <= surely,
            leads ? "leader" : "follower",
            fmt::format("friction_compensation: without a measured wrench (force_error) no more "
                        "than {:g} of the model's friction is certain",
                        surely));
  }
}

void describe(Fields& f, JointModelParams& p) {
  f.number("coulomb_friction", p.coulomb_friction,
           {.unit = "N m", .min = 0, .max = 100, .help = "instead of the model's"});
  f.number("viscous_friction", p.viscous_friction,
           {.unit = "N m s/rad", .min = 0, .max = 100, .help = "instead of the model's"});
  f.number("rotor_inertia", p.rotor_inertia,
           {.unit = "kg m²", .min = 0, .max = 10, .help = "instead of the model's"});
}

void describe_posture(Fields& f, robot::JointVector& posture, const std::string& robot, int joints,
                      const char* help) {
  f.joints("posture", posture, {.unit = "rad", .min = -10, .max = 10, .help = help});
  f.check(posture.size() == 0 || posture.size() == joints, "posture",
          fmt::format("{} has {} joints, found {} numbers", robot, joints, posture.size()));
}

// A device of the catalogue, or one that brings its driver: then the driver's model takes its
// place. leads: which side it is to play.
void describe_device(Fields& f, std::string_view key, std::string& model, std::string& driver,
                     std::vector<std::string> names, const Extensions& extensions, bool leads) {
  for (const DeviceDriver& each : extensions.devices) {
    if (leads ? each.leader != nullptr : each.follower != nullptr) names.push_back(each.name);
  }
  describe_model(f, key, model, names, leads ? "device" : "robot",
                 leads ? "what the person holds, of the catalogue" : "of the catalogue");
  if (const DeviceDriver* found = extensions.devices.find(model)) {
    driver = found->name;
    model = found->model;
  }
}

void describe(Fields& f, LeaderParams& p, const Extensions& extensions) {
  using Kind = LeaderParams::Kind;
  f.choice("kind", p.kind,
           {{"held", Kind::held}, {"pointer", Kind::pointer}, {"setpoint", Kind::setpoint}},
           {.help = "a device held by a simulated person, a stream of poses that drags a virtual "
                    "one, or a programmed motion nobody holds"});
  describe_device(f, "device", p.device, p.driver, catalogue_names(robot::can_be_held), extensions,
                  true);
  if (p.kind != Kind::setpoint) {
    describe_model(f, "world", p.world, world_names(), "world", "its MuJoCo world");
    describe_posture(f, p.posture, p.device, robot::load(p.device).joint_count,
                     "of an arm that is held: where its tool starts");
  }
  if (p.kind == Kind::pointer) {
    f.table("pointer", [&](Fields& g) { describe(g, p.pointer); },
            {.help = "the stream of poses, and the virtual handle that it drags"});
  }
  if (p.kind == Kind::held) {
    f.table("joints", [&](Fields& g) { describe(g, p.joints); }, {.help = "of an arm, simulated"});
    f.table("wrench", [&](Fields& g) { describe(g, p.wrench); },
            {.help = "of an arm, as it measures it"});
  }
  describe(f, p.side);
}

int follower_joints(const Fields& f, const std::string& robot, const MultibodyParams& own) {
  if (!is_multibody(robot)) return robot::load(robot).joint_count;
  f.check(!own.file.empty() || !robot::find(robot).model.empty(), "robot",
          "a system of your own needs [multibody] model = \"path/to.xml\"");
  // who only lists keys has no model
  if (own.file.empty() && robot::find(robot).model.empty()) return 0;
  return robot::load_multibody(multibody_model(robot, own)).chain.joint_count;
}

void describe(Fields& f, FollowerParams& p, const MultibodyParams& own,
              const Extensions& extensions) {
  describe_device(f, "robot", p.robot, p.driver, catalogue_names(robot::can_follow), extensions,
                  false);
  describe_model(f, "world", p.world, world_names(), "world",
                 "its MuJoCo world; a multibody system is its own");
  f.number("interface_rate", p.interface_rate,
           {.unit = "Hz", .min = 1, .max = 10000, .help = "of the robot's own interface"});
  describe_posture(f, p.posture, p.robot, follower_joints(f, p.robot, own),
                   "start posture, or where it is sought");
  f.table("joints", [&](Fields& g) { describe(g, p.joints); }, {.help = "of the simulated arm"});
  f.optional_table(
      "offset", p.offset,
      [](Fields& g, spatial::Pose& pose) {
        g.matrix3("rotation", pose.rotation, {.help = "R_o, three rows"}, must_be_rotation);
        g.vector3("position", pose.position,
                  {.unit = "m", .min = -10, .max = 10, .help = "p_o", .required = true});
      },
      {.help = "H_o: the tool when the leader is at its origin; the start pose when not given"});
  p.where = f.locate("offset");
  f.check(!p.offset || !is_multibody(p.robot), "offset",
          "a multibody system starts where its model does; set follower.posture");
  describe(f, p.side);
}

void describe(Fields& f, WorkspaceParams& p) {
  f.number("scale", p.scale,
           {.min = 0.01, .max = 100, .help = "metres of the follower per metre of the leader"});
  f.matrix3("rotation", p.rotation, {.help = "leader's axes in the follower's, three rows"},
            must_be_rotation);
  f.boolean("lock_orientation", p.lock_orientation,
            {.help = "turns of the leader are not sent: the follower keeps its orientation"});
}

void describe(Fields& f, control::SineSequenceParams& p) {
  f.number("amplitude", p.amplitude, {.unit = "m", .min = 0, .max = 1, .help = "of the sine"});
  f.number("period", p.period, {.unit = "s", .max = 1000, .above = 0, .help = "of the sine"});
  f.number("start", p.start, {.unit = "s", .min = 0, .help = "when the first sine begins"});
}

void describe_phases(Fields& f, Scenario& s) {
  std::vector<std::string> names;  // an expectation must mean one of them
  f.list("phases", s.phases,
         [&names](Fields& g, Phase& phase) {
           g.text("name", phase.name, {.help = "in metrics", .required = true});
           g.check(std::find(names.begin(), names.end(), phase.name) == names.end(), "name",
                   fmt::format("there is a phase \"{}\" already", phase.name));
           names.push_back(phase.name);
           g.number("from", phase.from,
                    {.unit = "s", .min = 0, .help = "when it begins", .required = true});
           g.number("to", phase.to,
                    {.unit = "s", .min = 0, .help = "when it ends", .required = true});
           g.check(phase.to > phase.from, "to", "a phase ends after it begins");
         },
         {.help = "stretches of time that metrics are given for"});
}

void describe_expect(Fields& f, Scenario& s) {
  std::vector<std::string> phases;
  for (const Phase& phase : s.phases) phases.push_back(phase.name);
  const std::vector<std::string> metrics = s.extensions->metrics.names();
  const std::string& coupling = coupling_law(s).name;
  f.list("expect", s.expect,
         [&](Fields& g, Expectation& e) {
           std::optional<double> min, max;
           g.choice("metric", e.metric, metrics,
                    {.help = "name of a metric", .noun = "metric", .required = true});
           for (const signals::MetricName& known : signals::kMetricNames) {
             if (e.metric != known.name) continue;
             g.check(known.task.empty() || s.person.task_name == known.task, "metric",
                     fmt::format("{} needs operator.task = \"{}\"", known.name, known.task));
             g.check(known.coupling.empty() || coupling == known.coupling, "metric",
                     fmt::format("{} needs coupling.kind = \"{}\"", known.name, known.coupling));
           }
           g.text("phase", e.phase, {.help = "name of a phase; overall when not given"});
           g.number("min", min, {.help = "smallest value that passes"});
           g.number("max", max, {.help = "largest value that passes"});
           g.required({"min", "max"});
           const bool known =
               e.phase.empty() || std::find(phases.begin(), phases.end(), e.phase) != phases.end();
           g.check(
               known, "phase",
               fmt::format("unknown phase \"{}\"{}", e.phase, core::suggestion(e.phase, phases)));
           if (min) e.min = *min;
           if (max) e.max = *max;
           g.check(e.min <= e.max, "max", "max is below min");
         },
         {.help = "bounds that the outcome must keep: exit status 1 when one does not hold"});
  f.list("known_failures", s.known_failures,
         [](Fields& g, KnownFailure& known) {
           g.text("reason", known.reason,
                  {.help = "how a reason of the verdict begins", .required = true});
           g.text("why", known.why, {.help = "why it is so", .required = true});
         },
         {.help = "for which the verdict is known to be fail; it stays fail, and says so"});
}

}  // namespace

void describe(Fields& f, Scenario& s) {
  // resolved when the file is loaded; declared so that it is listed and a typo of it is caught
  std::string extends;
  f.text("extends", extends, {.help = "scenario whose keys hold where this one says nothing"});
  f.text("title", s.title, {.help = "one line"});
  f.text("description", s.description, {.help = "a few sentences"});
  f.number("duration", s.duration,
           {.unit = "s",
            .max = 86400,
            .above = 0,
            .help = "of the session; a task that is done ends it sooner"});
  f.integer("seed", s.seed, {.min = 0, .help = "of all that is random"});
  f.number("rate", s.rate, {.unit = "Hz", .min = 100, .max = 2000, .help = "of both controllers"});
  f.table("leader", [&](Fields& g) { describe(g, s.leader, *s.extensions); },
          {.help = "the device in the hand, and its side"});
  s.leader.pointer.handle.path.sample_time = 1 / s.rate;
  f.table("operator", [&](Fields& g) { describe(g, s.person, *s.extensions); },
          {.help = "the simulated person who holds the leader"});
  f.table("setpoint", [&](Fields& g) { describe(g, s.setpoint); },
          {.help = "one period of a sine along x, then y, then z"});
  f.exclusive({"operator", "setpoint"});
  const bool held = s.leader.kind == LeaderParams::Kind::held;
  f.check(has_operator(s) || !f.has("operator"), "operator",
          "leader.kind = \"setpoint\" has no operator");
  f.check(!has_operator(s) || !f.has("setpoint"), "setpoint",
          fmt::format("leader.kind = \"{}\" has no setpoint", held ? "held" : "pointer"));
  f.table("multibody", [&](Fields& g) { describe(g, s.multibody); },
          {.help = "a multibody system that follows"});
  f.table("follower", [&](Fields& g) { describe(g, s.follower, s.multibody, *s.extensions); },
          {.help = "the robot that goes where the hand goes, and its side"});
  f.check(is_multibody(s) || !f.has("multibody"), "multibody",
          fmt::format("follower.robot = \"{}\" is no multibody system", s.follower.robot));
  f.check(s.multibody.model.empty() || s.follower.robot == "multibody", "multibody",
          fmt::format("{} has its own model; set follower.robot = \"multibody\" for another",
                      s.follower.robot));
  f.table("workspace", [&](Fields& g) { describe(g, s.workspace); },
          {.help = "how the leader's motions become the follower's"});
  s.person.tool_pickup.scale = s.workspace.scale;
  f.table("coupling", [&](Fields& g) { describe(g, s.coupling, *s.extensions); },
          {.help = "the control law between the sides"});
  f.table("passivity", [&](Fields& g) { describe(g, s.passivity, s.coupling, *s.extensions); },
          {.help = "energy accounting"});
  f.table("assist", [&](Fields& g) { describe(g, s.assist, *s.extensions); },
          {.help = "virtual fixtures that help the hand"});
  f.table("obstacles", [&](Fields& g) { describe(g, s.obstacles); },
          {.help = "what a hand that drives feels of them"});
  f.table("scanner", [&](Fields& g) { describe(g, s.scanner); },
          {.help = "of a platform that is driven"});
  f.table("course", [&](Fields& g) { describe(g, s.course); },
          {.help = "what is to be driven, for those who judge it"});
  const bool wheels = robot::find(s.follower.robot).kind == robot::RobotKind::mobile_base;
  f.check(wheels == is_driven(s), "coupling",
          wheels ? fmt::format("{} is driven: coupling.kind = \"drive\"", s.follower.robot)
                 : fmt::format("\"drive\" drives a platform; {} is none", s.follower.robot));
  f.check(!is_driven(s) || s.passivity.method == passivity::Method::none, "passivity",
          "a platform has its own supply: no account between hand and wheels pays for its way; "
          "what the hand feels keeps its own (obstacles.store)");
  check_ports(f, s);
  const bool pushed = s.coupling.kind == control::CouplingKind::force_position;
  f.check(!pushed || s.passivity.method == passivity::Method::none ||
              s.passivity.method == passivity::Method::two_layer,
          "passivity",
          "the account between a hand and a simulated system is kept by \"two-layer\", or by none");
  f.check(is_multibody(s) == pushed, "coupling",
          pushed
              ? fmt::format("\"force-position\" pushes a simulated multibody system; {} is none",
                            s.follower.robot)
              : fmt::format("{} is pushed: coupling.kind = \"force-position\"", s.follower.robot));
  f.check(!pushed || (held && robot::can_turn(robot::load(s.leader.device))), "coupling",
          fmt::format("\"force-position\" needs an arm that is held as leader; {} is none",
                      s.leader.device));
  f.check(!s.assist.present() || s.coupling.kind != control::CouplingKind::rate ||
              s.assist.at == assist::AssistanceParams::At::follower,
          "assist", "in rate control the leader sends no place; set assist.at = \"follower\"");
  f.table("guard", [&](Fields& g) { describe(g, s.guard); },
          {.help = "bounds that both sides keep"});
  f.table("link", [&](Fields& g) { describe(g, s.link); }, {.help = "what joins the sides"});
  f.table("engagement", [&](Fields& g) { describe(g, s.engagement); },
          {.help = "how the sides come together and part"});
  f.table("realtime", [&](Fields& g) { describe(g, s.realtime); },
          {.help = "of sessions in wall time"});
  f.table("session", [&](Fields& g) { describe(g, s.session); }, {.help = "the session itself"});
  f.list("changes", s.changes, [](Fields& g, Change& change) { describe(g, change); },
         {.help = "what is exchanged while the session runs"});
  f.table("record",
          [&](Fields& g) { g.boolean("enabled", s.record.enabled, {.help = "write log.mcap"}); },
          {.help = "what a session leaves besides summary and report"});
  describe_phases(f, s);
  describe_expect(f, s);
}

}  // namespace tether::scenario
