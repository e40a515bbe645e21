// A scenario configures everything about a session: who leads, what follows, how they are coupled
// and linked, what the simulated person does, and which bounds the outcome must keep. It is one
// TOML file (scenario_file.hpp); this is its content as plain values with physical defaults.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tether/assist/fixtures/assistance.hpp"
#include "tether/assist/fixtures/fixture.hpp"
#include "tether/assist/obstacles/obstacle_force.hpp"
#include "tether/assist/obstacles/obstruction.hpp"
#include "tether/control/couplings/drive.hpp"
#include "tether/control/couplings/force_position.hpp"
#include "tether/control/couplings/four_channel.hpp"
#include "tether/control/couplings/model_mediated.hpp"
#include "tether/control/couplings/rate.hpp"
#include "tether/control/couplings/stiffness_modulation.hpp"
#include "tether/control/engagement/engagement.hpp"
#include "tether/control/trajectories/trajectory.hpp"
#include "tether/core/error.hpp"
#include "tether/core/extension_params.hpp"
#include "tether/device/pointer/pointer_params.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/guard/limits/wrench_bounds.hpp"
#include "tether/link/emulated/emulated_link.hpp"
#include "tether/passivity/methods/methods.hpp"
#include "tether/robot/joints.hpp"
#include "tether/runtime/clocks/clock.hpp"
#include "tether/sim/devices/pose_sampling.hpp"
#include "tether/sim/devices/simulated_handle.hpp"
#include "tether/sim/devices/wrench_estimate.hpp"
#include "tether/sim/people/driving_intention.hpp"
#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/peg_task.hpp"
#include "tether/sim/people/positioning_task.hpp"
#include "tether/sim/people/skill.hpp"
#include "tether/sim/people/tool_pickup_intention.hpp"
#include "tether/sim/people/wrist.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::scenario {

struct VelocityParams {
  enum class Kind : std::uint8_t { finite_difference, state_variable };
  Kind kind = Kind::finite_difference;
  int samples = 20;    // of the finite difference
  double cutoff = 30;  // of the state-variable filter [Hz]
};

// bounds that both sides keep
struct GuardParams {
  std::optional<double> max_energy;  // in spring and leader's motion [J]
  std::optional<double> max_force;   // of the spring [N]
  enum class OnStop : std::uint8_t { end, hold };
  OnStop on_stop = OnStop::end;  // a stop ends the session, or brakes until a change resets it
};

// boxes that the tool may not enter
struct FenceParams {
  guard::GeofenceParams geofence;
  bool enabled = true;  // all of them
  std::map<std::string, guard::FenceBox> boxes;
};

// guards of one device; one that is not given is not there
struct SideGuardParams {
  std::optional<double> max_power;    // of the controller into the device [W]
  bool joint_limits = false;          // brakes before joint stops, and joints that are too fast
  std::optional<double> torque_rate;  // [N m/s]
  std::optional<guard::ToolSpeedLimitParams> tool;
  std::optional<guard::ContactWatchParams> contact;
  std::optional<guard::FrozenWatchParams> frozen;
  std::optional<guard::OperatorPresentParams> hand;  // force only for a hand that is there
  std::optional<FenceParams> fence;
  double stop_damping = 20;  // of joints that brake [N m s/rad or N s/m]
};

// where a side's energy is counted (teleop/energy_port.hpp)
enum class PortKind : std::uint8_t { joints, tool };

// what a side's own controller does besides the coupling
struct SideParams {
  VelocityParams velocity;
  PortKind port = PortKind::joints;
  double store = 0;                    // energy that its account begins with [J]
  double friction_compensation = 0;    // share of the model's joint friction
  double force_error = 0;              // by which a measured force may be wrong [N]
  double torque_error = 0;             // and a torque about the tool [N m]
  double joint_damping = 0;            // D_j [N m s/rad or N s/m]
  double inertia_compensation = 0;     // γ: share of the device's inertia that is compensated
  bool coriolis_compensation = false;  // of Coriolis and centrifugal efforts
  std::optional<double> effort_limit;  // per axis [N m or N]; the device's rating when not given
  std::optional<double> force_limit;   // norm of the force, Cartesian devices only [N]
  double speed_margin = 1.5;           // joints faster than their rating by this factor: a fault
  SideGuardParams guard;
};

// of every joint of a simulated arm, in the place of its model's own figures
struct JointModelParams {
  std::optional<double> coulomb_friction;  // [N m]
  std::optional<double> viscous_friction;  // [N m s/rad]
  std::optional<double> rotor_inertia;     // [kg m²]
};

// how an arm that is held knows what the hand does to it
struct LeaderWrenchParams {
  enum class Kind : std::uint8_t { exact, estimated };
  Kind kind = Kind::exact;
  sim::WrenchEstimateParams estimate;
};

// something without motors that leads by a stream of poses, and the virtual handle that it drags
struct LeaderPointerParams {
  device::PointerHandleParams handle;
  sim::PoseSamplingParams sampling;  // of the simulated person's motion
};

struct LeaderParams {
  enum class Kind : std::uint8_t { held, pointer, setpoint };
  Kind kind = Kind::held;
  std::string device = "omega7";  // catalogue name
  std::string driver;             // of devices (extensions.hpp), whose model `device` is then
  std::string world = "omega";    // its MuJoCo world
  robot::JointVector posture;     // of an arm that is held: where its tool starts [rad]
  JointModelParams joints;
  LeaderWrenchParams wrench;
  LeaderPointerParams pointer;
  SideParams side;
};

// where the hand wants to go
struct HandWaypoint : control::Waypoint {
  spatial::Vector3 turn = spatial::Vector3::Zero();  // away from how it began: axis × angle [rad]
};

// the simulated person who holds the leader
struct OperatorParams {
  enum class Task : std::uint8_t { waypoints, positioning, peg_in_hole, tool_pickup, drive, own };
  Task task = Task::waypoints;
  std::string task_name = "waypoints";  // as the scenario has it
  int profile = 0;                      // operator_profile.hpp; 0 = the default one
  int practice = 0;                     // sessions of the task done before
  enum class Sees : std::uint8_t { late, at_once };
  Sees sees = Sees::late;  // the follower's tool: through the link, or standing beside it
  spatial::Vector3 start = spatial::Vector3::Zero();  // of the hand [m]
  std::vector<HandWaypoint> waypoints;
  sim::HandlingParams handling;  // clutch, letting go, emergency stop
  sim::PositioningTask positioning;
  sim::PegTask peg_in_hole;
  sim::ToolPickupTask tool_pickup;
  sim::ToolPickupView view;  // of the one who picks up a tool
  sim::DrivingParams drive;
  sim::HandParams hand;             // defaults are the profile's
  sim::WristParams wrist;           // for devices that turn
  sim::SkillParams skill;           // the same
  core::ExtensionParams extension;  // of tasks that are not built in
};

struct FollowerParams {
  std::string robot = "kuka_lwr4";  // catalogue name
  std::string driver;               // of devices (extensions.hpp), whose model `robot` is then
  std::string world = "empty_lwr";
  double interface_rate = 500;  // [Hz]
  // H_o: the tool when the leader is at its origin; where the tool starts out when not given
  std::optional<spatial::Pose> offset;
  robot::JointVector posture;  // near which the start posture is sought [rad]
  core::SourceLocation where;  // of the offset in the scenario, for messages
  JointModelParams joints;
  SideParams side;
};

// the multibody system that follows, when one does
struct MultibodyParams {
  std::string model;           // MJCF file of the user's own, as the scenario has it
  std::string file;            // the same, found; relative paths count from the scenario's folder
  std::string site = "uip";    // where it is touched
  std::optional<double> mass;  // of the body that carries the site, instead of the model's [kg]
};

// how the leader's motions become the follower's
struct WorkspaceParams {
  double scale = 1;  // metres of the follower per metre of the leader
  spatial::Matrix3 rotation = spatial::Matrix3::Identity();  // leader's axes in the follower's
  bool lock_orientation = false;                             // turns of the leader are not sent
};

struct CouplingParams {
  using Kind = control::CouplingKind;
  Kind kind = Kind::position_force;
  bool feedback = true;                // the hand feels the follower
  double force_scale = 1;              // λ: of what the hand feels
  double translation_stiffness = 500;  // k_t [N/m]
  double orientation_stiffness = 50;   // k_o [N m/rad]
  double coupling_stiffness = 0;       // k_c [N]
  // of position-position and four-channel
  double translation_damping = 10;   // d_t [N s/m]
  double orientation_damping = 0.5;  // d_o [N m s/rad]
  // what comes back in position-force and rate
  control::Reflect reflect = control::Reflect::spring;
  std::optional<double> measured_cutoff;  // of measured forces [Hz]; not filtered when not given
  control::StiffnessModulationParams modulation;  // of position-force
  control::FourChannelParams channels;            // of four-channel
  control::RateLeaderParams rate;                 // of rate
  control::RateFollowerParams rate_follower;
  control::ModelMediatedLeaderParams model;  // of model-mediated and auto
  control::ModelMediatedFollowerParams model_follower;
  control::ModelShareParams model_share{.direct_below = 0.006, .model_above = 0.01};  // of auto
  control::DriveLeaderParams drive;  // of drive
  control::PlatformControlParams platform;
  control::ForcePositionLeaderParams stream;  // of force-position
  double stream_store = 0.5;        // with which its account begins, at the simulated system [J]
  core::ExtensionParams extension;  // of laws that are not built in
};

// a virtual fixture whose law is not built in (extensions.hpp)
struct ExtensionFixture {
  std::int32_t id = 0;
  std::string name;
  bool enabled = true;
  std::string law;
  core::ExtensionParams extension;
};

// virtual fixtures that help the hand
struct AssistParams {
  bool enabled = true;
  enum class Source : std::uint8_t { here, process };
  Source source = Source::here;  // asked in the leader's tick, or in a process of their own
  assist::AssistanceParams::At at = assist::AssistanceParams::At::leader;
  double force_scale = 1;  // force on the hand per force on the tool
  double max_force = 20;   // on the hand [N]
  // of a process of its own: over DDS, or plain datagrams to its gateway when that is given
  int dds_domain = 0;
  std::string interface;  // of DDS; "lo" keeps it within the machine
  std::string gateway;    // HOST:PORT
  std::string file;       // of fixtures, besides these:
  std::vector<assist::Fixture> fixtures;
  std::vector<ExtensionFixture> extension_fixtures;  // those of laws that are not built in

  bool present() const noexcept {
    return source == Source::process || !fixtures.empty() || !extension_fixtures.empty();
  }
};

// what the hand that drives feels of obstacles
struct ObstacleParams {
  bool enabled = true;
  assist::ObstacleForceParams force;
  assist::ObstructionParams sensor;
};

// what a follower that is driven sees with
struct ScannerParams {
  enum class Source : std::uint8_t { simulated, tim561 };
  Source source = Source::simulated;
  std::string address = "127.0.0.1:2112";  // of a TiM561
  double timeout = 0.2;                    // silence after which the platform brakes [s]
  std::vector<sim::Interval> silent;       // of a simulated one
};

// what is to be driven, for those who judge it
struct CourseParams {
  std::vector<spatial::Vector3> centre;  // the way along the middle, on the ground [m]
  std::optional<double> stop;            // distance from its end at which to stop, dist2 [m]
  double margin = 0.05;                  // nearer than this is a collision, dist3 [m]
  double scatter = 0;                    // of where the platform starts, across [m]
  double turn_scatter = 0;               // the same of its heading [rad]
};

// where the peers of a UDP link are, and how they know each other
struct UdpParams {
  // of both ends; empty for the other end's: listen for it, answer to wherever it speaks from
  std::string leader = "127.0.0.1:7401";
  std::string follower = "127.0.0.1:7402";
  std::string key = "tether.key";  // pre-shared, a file
  std::string secret;              // or a key pair per peer: this side's secret, a file
  std::string peer;                // and the other side's public key, a file
  core::SourceLocation where;      // of the table in the scenario, for messages
};

struct LinkParams {
  std::string preset = "ideal";  // name of a link in presets.hpp; its figures are the defaults
  link::EmulatedLinkParams emulated;
  double timeout = 0.5;  // silence after which the sides part [s]; 0 = never

  // what carries the samples of a session in wall time
  enum class Transport : std::uint8_t { automatic, in_process, udp, dds, ros };
  Transport transport = Transport::automatic;
  UdpParams udp;
  int dds_domain = 0;
};

// of the threads of a session in wall time
struct RealtimeParams {
  int priority = 80;  // SCHED_FIFO, of both sides; 0 = ordinary threads
  std::optional<int> leader_cpu, follower_cpu;
  runtime::OverrunPolicy overrun = runtime::OverrunPolicy::skip;
};

// what the time of simulated devices follows in wall time (world_time.hpp)
enum class Physics : std::uint8_t { clock, ticks };
constexpr const char* name(Physics physics) noexcept {
  return physics == Physics::clock ? "clock" : "ticks";
}

// of the session as a whole
struct SessionParams {
  Physics physics = Physics::clock;
};

struct RecordParams {
  bool enabled = true;
};

// a named stretch of the session; metrics are given for each
struct Phase {
  std::string name;
  double from = 0;  // [s]
  double to = 0;    // [s]
};

// a bound that a metric must keep, in one phase or overall
struct Expectation {
  std::string metric;
  std::string phase;  // empty = overall
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

// a reason for which the verdict is known to be `fail`, stated so that nobody takes it for news
struct KnownFailure {
  std::string reason;  // how the reason begins, as the verdict says it
  std::string why;
};

struct Scenario;
struct Extensions;
// the parts that are there without any of one's own (extensions.hpp)
const std::shared_ptr<const Extensions>& built_in();

// something that is exchanged while the session runs: coupling, passivity method, boxes in force
struct Change {
  double at = 0;                         // [s]
  std::vector<std::string> assignments;  // "key=value", on top of those of earlier changes
  bool reset_stop = false;               // sides that were stopped may go on
  std::shared_ptr<const Scenario> to;    // the scenario from then on
};

struct Scenario {
  std::string name;  // of the file, without its ending
  std::string file;  // that it came from, for what lies beside it; empty = none
  std::string title;
  std::string description;
  double duration = 10;  // [s]; a task that is done ends the session sooner
  std::uint64_t seed = 1;
  double rate = 1000;  // of both controllers [Hz]
  LeaderParams leader;
  OperatorParams person;  // [operator]
  control::SineSequenceParams setpoint;
  FollowerParams follower;
  MultibodyParams multibody;
  WorkspaceParams workspace;
  CouplingParams coupling;
  passivity::Params passivity;
  AssistParams assist;
  ObstacleParams obstacles;
  ScannerParams scanner;
  CourseParams course;
  GuardParams guard;
  LinkParams link;
  control::EngagementParams engagement;
  RealtimeParams realtime;
  SessionParams session;
  std::vector<Change> changes;  // in order of time
  RecordParams record;
  std::vector<Phase> phases;
  std::vector<Expectation> expect;
  std::vector<KnownFailure> known_failures;

  std::string text;  // the resolved TOML: after `extends` and overrides
  // contents of the files that it names, by path
  std::map<std::string, std::shared_ptr<const std::string>> files;

  // not of the file: the parts that it may name
  std::shared_ptr<const Extensions> extensions = built_in();
};

// a person moves the leader, by hand or by pointing
inline bool has_operator(const Scenario& scenario) noexcept {
  return scenario.leader.kind != LeaderParams::Kind::setpoint;
}
// the follower is a platform that the leader drives
inline bool is_driven(const Scenario& scenario) noexcept {
  return scenario.coupling.kind == control::CouplingKind::drive;
}

}  // namespace tether::scenario
