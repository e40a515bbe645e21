// A passivity layer stands on each side between coupling and device and sees to it that both
// device ports together never give out more energy than they took in, whatever the link does. Every
// method keeps the same account of its port (energy_tank.hpp):
//   H = E_received − E_device − E_sent  ≥ 0                                          [J]
// E_device is what the device was given (effort × displacement, as the device measures), E_sent
// what was promised to the other side, E_received what the other side's promises say on arrival. As
// E_received never exceeds what was sent, the sum of both sides' accounts bounds what both devices
// can be given. Methods differ in what they send, in what they admit to the coupling, and in how
// they scale down effort beyond the energy budget (docs/design/passivity.md).
#pragma once

#include <cstdint>

#include "tether/control/couplings/coupling.hpp"
#include "tether/robot/joints.hpp"

namespace tether::passivity {

enum class Role : bool { leader, follower };

// what one side sends to the other
struct Message {
  control::PortSignals signals;
  double energy = 0;  // promised to the other side since the session began [J]
  spatial::Vector3 wave = spatial::Vector3::Zero();  // integral of the wave, wave.hpp [√W s]
};

inline constexpr double kUnknownDelay = -1;  // [s]

// what came from the other side; `message` is the newest
struct ReceivedMessage {
  bool valid = false;       // there is somebody, who keeps the same kind of account
  std::uint32_t epoch = 0;  // counts the runs of the other side
  double round_trip = 0;    // of the link, as it was measured, or kUnknownDelay [s]
  Message message;
};

// this side's device as it is now
struct Port {
  spatial::Pose tool;
  spatial::Vector3 origin = spatial::Vector3::Zero();  // of the leader's workspace [m]; leader only
  robot::JointVector position;                         // [rad or m]
  bool fresh = true;           // it was measured anew, not the one before once more
  robot::JointVector velocity;                         // estimated [rad/s or m/s]
  robot::JointVector applied;  // effort that acted since the position measured before [N m or N]
  robot::Jacobian jacobian;    // of the tool, screws about the base origin
  robot::JointMatrix inertia;  // mass matrix M [kg m² or kg]
  robot::JointVector damping;  // effort of the device's damping, none when empty [N m or N]
  double held = 0;             // in springs of the guard, which the account must not spend [J]
  double stored = 0;           // in springs of the coupling, which only what it asks for may [J]
  // of the device's own losses since the last tick, that the machine's supply pays for: they are
  // not charged to the account (tool_port.hpp) [J], ≥ 0
  double refund = 0;
};

// what the layer admits to the coupling
struct Admitted {
  bool valid = false;
  control::PortSignals remote;
  double budget = 0;  // what the account holds and a stiffer spring may be paid from [J]
};

// the account and what the layer did in this tick
struct Report {
  double tank = 0;       // H [J]
  double reserve = 0;    // set aside, leader of two-layer only [J]
  double exchanged = 0;  // given to the device since the session began [J]
  double received = 0;   // received since then [J]
  double sent = 0;       // promised since then [J]
  double tlc_force = 0;  // norm of the effort of the tank level controller [N m or N]
  double held_back = 0;  // norm of the effort beyond the energy budget [N m or N]
  double paid = 1;       // share of what was asked for that it could pay
};

struct Decision {
  robot::JointVector effort;  // that may be commanded [N m or N]
  Message send;
};

struct Account;  // accounted.hpp

class Layer {
 public:
  virtual ~Layer() = default;
  // before the coupling: settle what crossed the port and the link since the last tick
  virtual Admitted receive(const Port& port, const ReceivedMessage& received) noexcept = 0;
  // After the mapping to joints: what of the asked effort may be commanded, and what is sent. The
  // port's damping is not part of what is asked: it takes energy, and is added after all limits.
  virtual Decision update(const Port& port, const control::CouplingOutput& coupling,
                          const robot::JointVector& asked) noexcept = 0;
  virtual const Report& report() const noexcept = 0;
  // an effort that a limit has changed since `update`, again within what the account can pay
  virtual robot::JointVector pay(const robot::JointVector& effort) noexcept = 0;
  // energy that `effort` would give to the device before it can be accounted for [J]
  virtual double foreseen(const robot::JointVector& effort) const noexcept = 0;
  // The guard commands this effort instead. Whether what the account and the guard's springs hold
  // pays for what it may give to the device before that is measured.
  virtual bool covers(const robot::JointVector& effort) noexcept = 0;
  // account and motion of the port so far, for a layer that takes over from this one
  virtual Account account() const noexcept = 0;
  // before the first tick: go on with the account of the layer that was at work until now
  virtual void take_over(const Account& account) noexcept = 0;
};

}  // namespace tether::passivity
