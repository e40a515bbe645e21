// The control law that joins leader and follower. Each side runs its own half: it sees its own tool
// and the last thing it received from the other side, asks for a wrench at its tool, and says what
// the other side shall receive.
#pragma once

#include <cstdint>
#include <limits>

#include "tether/control/couplings/obstruction.hpp"
#include "tether/control/environment/contact_plane.hpp"
#include "tether/core/time.hpp"
#include "tether/robot/joints.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::control {

// Which law it is; travels with every sample, so that nobody takes the half of another law.
// Laws that are not here have a number from their name (core/registry.hpp).
enum class CouplingKind : std::uint8_t {
  position_force,
  position_position,
  four_channel,
  rate,
  drive,
  force_position,
  model_mediated,
  automatic
};
inline constexpr int kCouplings = 8;

// what one side sends to the other
struct PortSignals {
  spatial::Pose pose;  // of the tool, in the leader's workspace frame
  // that the controller applies to its tool, as it is felt in the leader's workspace; force, and
  // torque about its own tool, or about the setpoint of a spring
  spatial::Wrench wrench;
  double kinetic = 0;  // energy of the device's motion [J]
  // how the tool turns, and the velocity of the tool itself; of a leader in rate control, how the
  // follower's shall
  spatial::Twist twist;
  // what hand or world does to the tool, as it is measured: force, and torque about the tool
  spatial::Wrench external;
  Obstruction obstruction;  // around a vehicle that follows
  // of the tool: how its turning and its velocity change [rad/s²], [m/s²]
  spatial::Twist acceleration;
  // one of the walls that were found, in the leader's workspace: by the follower as it touched it,
  // by the leader as the hand feels it
  ContactPlane plane;
};

struct CouplingInput {
  core::Time now;
  spatial::Pose tool;
  spatial::Twist twist;
  spatial::Wrench external;   // on the tool, as it is measured: base axes, about the tool
  bool remote_valid = false;  // false until something was received for the first time
  PortSignals remote;
  bool sighted = true;    // a follower that drives sees where it goes
  double round_trip = 0;  // of the link, as it was measured [s]
  bool link_known = false;  // the round trip was measured
  double loss = 0;        // share of samples lost, as it was measured
  double budget = std::numeric_limits<double>::infinity();  // of the side's energy account [J]
  // for a law that plays what it receives as a stream:
  bool fresh = false;  // a sample came in this tick, of a side that is engaged
  core::Time sent;     // its stamp, by the sender's clock
  PortSignals raw;     // as it came, whatever was eased since
  double share = 1;    // of what is asked for that will act, while sides meet and part
  // Λ of the arm at its tool (apparent_inertia.hpp), for a law that needs it
  spatial::Matrix6 inertia = spatial::Matrix6::Zero();
};

struct CouplingOutput {
  spatial::Wrench wrench;  // asked for at the tool, base frame
  spatial::Pose setpoint;  // where the tool is wanted; its own pose where there is no such thing
  spatial::Pose target;    // the setpoint, in the leader's workspace
  double potential = 0;    // energy stored in the coupling's spring [J]
  // in springs of this side alone that the device itself has loaded: the account holds it for them
  // [J]
  double stored = 0;
  double model = 0;        // share of what is felt that comes from a model of the walls
  double stiffness = 1;    // share of the full stiffness that was applied
  // wanted of the joints, where the law says so; none when empty [rad/s or m/s]
  robot::JointVector velocity;
  PortSignals send;
};

class Coupling {
 public:
  virtual ~Coupling() = default;
  virtual CouplingOutput update(const CouplingInput& in) noexcept = 0;
  // before the first update: what the coupling that was at work until now last asked for
  virtual void take_over(const CouplingOutput&) noexcept {}
};

}  // namespace tether::control
