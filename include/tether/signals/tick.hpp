// All signals of one pass of one side, from reading the device to sending on the link. The recorder
// writes this struct and nothing else, so what is logged is what was computed.
#pragma once

#include <cstdint>

#include "tether/assist/fixtures/assistance.hpp"
#include "tether/assist/obstacles/obstacle_force.hpp"
#include "tether/control/couplings/coupling.hpp"
#include "tether/control/engagement/engagement.hpp"
#include "tether/control/trajectories/jog.hpp"
#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/guard/limits/wrench_bounds.hpp"
#include "tether/passivity/monitor.hpp"
#include "tether/signals/device_state.hpp"
#include "tether/signals/link_quality.hpp"
#include "tether/signals/sample.hpp"

namespace tether::signals {

enum class SideName : std::uint8_t { leader, follower };
constexpr passivity::Role role_of(SideName side) noexcept {
  return side == SideName::leader ? passivity::Role::leader : passivity::Role::follower;
}
constexpr const char* name(SideName side) noexcept {
  return side == SideName::leader ? "leader" : "follower";
}

// which sides of a session run in this process
enum class LocalSides : std::uint8_t { both, leader, follower };
constexpr const char* name(LocalSides sides) noexcept {
  return sides == LocalSides::both ? "both" : sides == LocalSides::leader ? "leader" : "follower";
}

// where a tick comes from
enum class TickOrigin : std::uint8_t {
  made,      // by this side at this time
  repeated,  // the side made none at this time: its last one stands for it
  received   // the side is in another process: what was received from it
};

// what a side that drives, or is driven, knows of the obstacles around
struct DriveTick {
  control::Obstruction obstruction;  // seen by the follower, received by the leader
  assist::ObstacleForceOutput felt;  // by the hand; leader only
  double scan_age = 0;               // since the last scan [s]; follower only
  std::uint32_t scans = 0;           // that were seen so far; follower only
  bool blind = false;                // the scanner is silent: the platform brakes
};

// Where hand or world touches the device: turns and ways of the tool so far, and what the device
// did to the outside over the last of them, as (torque about the tool, force).
struct OutsideTick {
  bool counts = false;            // for the certificate; else motors and what was refunded do
  robot::JointVector path;        // [rad], [m]
  robot::JointVector effort;      // [N m], [N]
  double kinetic = 0;             // of the device's mean motion over the last displacement [J]
  double refunded = 0;            // of the device's own losses, to its account so far [J]
  double taken_in = 0;            // from the outside so far, −∫ effort dpath [J]
  double taken_in_at_motors = 0;  // by the motors so far, −∫ τ dq [J]
  double uncertain = 0;           // of taken_in, that an error of the measured wrench may hide [J]
};

// what the coupling tracks: what was received, after it was eased in
struct ReferenceTick {
  bool live = false;         // the peer is there, and keeps the same kind of coupling and account
  bool after_gap = false;    // this sample is the first after a while
  bool valid = false;        // there is something to track
  control::PortSignals raw;  // as it was received
  control::PortSignals remote;  // as it is tracked
  double budget = 0;            // of the energy account [J]
  double share = 0;             // of what the coupling asks for
};

// what somebody outside asked of a side, as it was last taken up
struct CommandsTick {
  std::uint32_t change = 0;  // number of the change of its parts; 0: none yet
  control::JogCommand jog;
};

struct Tick {
  core::Time time;
  std::uint64_t index = 0;  // of the grid of ticks since the session began
  TickOrigin origin = TickOrigin::made;
  bool resting = false;                                           // asked to let go
  control::Engagement engagement = control::Engagement::waiting;  // how far it is coupled
  bool proof_voided = false;  // the guard cut off effort that the account counts on
  bool jogging = false;       // the robot is moved by keys, not by the leader
  CommandsTick commands;      // of somebody outside

  DeviceState measured;              // Device.read
  robot::JointVector velocity;       // estimated [rad/s or m/s]
  robot::JointVector rate;           // of the last displacement, not filtered [rad/s or m/s]
  spatial::Pose tool;                // of this side's device, base frame
  spatial::Twist twist;              // of the tool, base frame
  double kinetic = 0;                // energy of the device's motion [J]
  double power_scale = 1;            // energy in the account per energy of this device
  Received received;                 // Link.receive
  LinkQuality quality;               // of the link, as this side sees it
  ReferenceTick reference;           // what the coupling tracks
  control::CouplingOutput coupling;  // what the coupling asks for
  assist::AssistanceOutput assist;   // what the fixtures do
  double assist_energy = 0;          // that they gave to the hand since the session began [J]
  DriveTick drive;                   // of a vehicle
  robot::JointVector damping;        // efforts of the joint damping [N m or N]
  robot::JointVector asked;          // of the joints, by coupling and sources [N m or N]
  robot::JointVector own;            // of asked, what the machine pays for; empty when nothing
  robot::JointVector inertia;        // of the inertia compensation; empty without one [N m or N]
  robot::JointVector assist_effort;  // of the fixtures, as far as it is paid; empty without any
  guard::WrenchBounds::Out bounds;   // on what the coupling asks for
  guard::DeviceGuardsReport guard;   // what the guards of the device did
  robot::JointVector effort;         // really commanded, after the guard [N m or N]
  double effort_removed = 0;         // norm of what the device cannot give [N m or N]
  passivity::Report energy;          // the side's account
  OutsideTick outside;               // where hand or world touches the device
  Sample sent;                       // Link.send

  core::Fault fault;  // the first one of this tick
  void keep(const core::Fault& found) noexcept {
    if (found && !fault) fault = found;
  }
};

// what the monitors see of a side
inline passivity::PortView port_of(const Tick& tick) noexcept {
  const OutsideTick& outside = tick.outside;
  if (outside.counts) {
    return {outside.path, outside.effort, tick.proof_voided, tick.power_scale, outside.uncertain};
  }
  return {.position = tick.measured.position,
          .applied = tick.measured.applied,
          .voided = tick.proof_voided,
          .scale = tick.power_scale,
          .refunded = outside.refunded};
}

// the same tick once more, at a time when its side made none: nothing happened since
inline Tick repeated(Tick tick) noexcept {
  tick.origin = TickOrigin::repeated;
  tick.received.fresh = false;
  tick.received.arrived = 0;
  return tick;
}

// What one side knows of the other from what it received: its tool and wrench in the leader's
// workspace, and its promises.
inline Tick received_side(const Tick& own) noexcept {
  const passivity::Message message = unpack(own.received.sample);
  Tick other;
  other.index = own.index;
  other.origin = TickOrigin::received;
  other.time = own.time;
  other.tool = other.coupling.setpoint = other.coupling.send.pose = message.signals.pose;
  other.coupling.wrench = other.coupling.send.wrench = message.signals.wrench;
  other.quality = own.quality;
  other.engagement = static_cast<control::Engagement>(own.received.sample.engagement);
  other.energy.sent = message.energy;
  other.energy.received = own.energy.sent;
  return other;
}

// the grid's index of a moment at which at least one of both sides made its tick
inline std::uint64_t index_of(const Tick& leader, const Tick& follower) noexcept {
  return leader.origin == TickOrigin::made ? leader.index : follower.index;
}
inline core::Time time_of(const Tick& leader, const Tick& follower) noexcept {
  return follower.origin == TickOrigin::made ? follower.time : leader.time;
}

}  // namespace tether::signals
