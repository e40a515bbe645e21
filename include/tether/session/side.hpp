// One side of a session: its device and the stages between device and link, in their fixed order.
// `tick` is one pass from left to right, the same in simulation, in real time and in replay:
//   Device.read → estimate velocity → Link.receive → Engagement → Sight (follower that is driven)
//   → Coupling → bounds on its wrench → Assist (leader) → map to joints → Passivity → Guard
//   → Device.command → Link.send
// The passivity layer is asked twice: before the coupling, to settle what crossed the device and
// the link since the last tick and to say what the coupling shall hear; and after the mapping to
// joints, to say what of the asked effort may be commanded.
// Coupling and passivity method can be exchanged between two ticks: the new ones go on with the old
// account, and the effort goes over from that of the old ones without a step. A coupling of another
// kind is another conversation, as another method is: the sides meet anew, and where there was or
// is no place to go to (rate control) the follower stays where it is wanted.
// An arm that displays a simulated system (force-position) pays for its own motion. What its
// account counts is what the hand is given (hand_port.hpp).
// A robot can be moved by itself meanwhile (jog_stage.hpp): then it is no part of the account, the
// certificate says so, and the sides meet anew where it was left.
#pragma once

#include <bitset>
#include <memory>
#include <optional>

#include "tether/assist/assistance.hpp"
#include "tether/assist/obstacle_force.hpp"
#include "tether/control/coupling.hpp"
#include "tether/control/engagement.hpp"
#include "tether/control/inertia_compensation.hpp"
#include "tether/control/joint_damping.hpp"
#include "tether/control/transition.hpp"
#include "tether/control/velocity_estimator.hpp"
#include "tether/device/device.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/guard/effort_limit.hpp"
#include "tether/guard/speed_watch.hpp"
#include "tether/guard/wrench_bounds.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_quality.hpp"
#include "tether/passivity/accounted.hpp"
#include "tether/passivity/layer.hpp"
#include "tether/passivity/methods.hpp"
#include "tether/robot/chain.hpp"
#include "tether/session/hand_port.hpp"
#include "tether/session/jog_stage.hpp"
#include "tether/session/sight.hpp"
#include "tether/session/tick.hpp"

namespace tether::session {

// the stages of a side; built by assemble.hpp from a scenario
struct Stages {
  std::unique_ptr<control::VelocityEstimator> estimator;
  std::unique_ptr<control::EngagementStage> engagement;
  std::unique_ptr<control::Coupling> coupling;
  control::JointDamping damping;
  control::InertiaCompensation inertia;
  std::unique_ptr<passivity::Layer> passivity;
  passivity::PortMotionParams port;  // that it was made for
  guard::WrenchBounds bounds;
  std::unique_ptr<assist::Assistance> assistance;    // none when empty
  std::unique_ptr<assist::ObstacleForce> obstacles;  // of a leader that drives
  std::unique_ptr<Sight> sight;                      // of a follower that is driven
  std::unique_ptr<JogStage> jog;                     // of a robot that may be moved by itself
  guard::DeviceGuards guards;
  guard::EffortLimit limit;
  guard::SpeedWatch speed;
  double rate = 1000;  // of ticks [Hz]
  // ρ: energy in the account per energy of this device (docs/design/passivity.md, scaled forces)
  double power_scale = 1;
  bool own_supply = false;  // the device's energy is its own affair: it is not in the sum of both
  // of the leader's workspace [m]
  spatial::Vector3 origin = spatial::Vector3::Zero();
  double link_timeout = 0;  // silence after which the other side is taken for gone [s]; 0 = never
  passivity::Method method = passivity::Method::none;
  control::CouplingKind kind = control::CouplingKind::position_force;
  control::Alignment alignment = control::Alignment::approach;  // of the engagement, for this kind
  bool coriolis = false;  // Coriolis and centrifugal efforts are compensated
  bool stop_ends = true;  // a stop is a fault
  bool rolls = false;     // does not rest by letting go: brakes first
};

// what can be exchanged while a side runs
struct Replacement {
  std::unique_ptr<control::Coupling> coupling;
  std::unique_ptr<passivity::Layer> passivity;
  passivity::Method method = passivity::Method::none;
  control::CouplingKind kind = control::CouplingKind::position_force;
  control::Alignment alignment = control::Alignment::approach;
  std::optional<std::bitset<guard::Geofence::kMaxBoxes>> fence;  // boxes in force
  std::optional<bool> assist;                                    // fixtures in force
  bool reset_stop = false;
};

// pressed by somebody who watches, besides those of the device
struct Buttons {
  bool stop = false;
  bool clutch = false;
};

// what a pass is for
enum class Duty : std::uint8_t {
  work,
  rest  // let go, without a jolt
};

class Side {
 public:
  // device and endpoint must outlive the side
  Side(SideName name, device::Device& device, link::Endpoint& endpoint, Stages stages);

  // one pass at session time `now`; the result stays valid until the next pass
  const Tick& tick(core::Time now, Duty duty = Duty::work) noexcept;
  const Tick& last() const noexcept { return tick_; }
  // the scan that was first seen in the last pass, if there was one
  const assist::RangeScan* scan() const noexcept {
    return stages_.sight ? stages_.sight->news() : nullptr;
  }
  // it rests: nothing is commanded any more
  bool at_rest() const noexcept { return work_.none(); }

  // between two ticks; `replacement` holds the old ones afterwards, to be freed elsewhere
  void replace(Replacement& replacement) noexcept;
  // between two ticks; they stay pressed until told otherwise
  void press(const Buttons& buttons) noexcept { buttons_ = buttons; }
  // between two ticks; only for a side that was given a stage for it
  void jog(const control::JogOrder& order) noexcept {
    if (stages_.jog) stages_.jog->order(order);
  }

 private:
  void read(core::Time now) noexcept;
  robot::JointVector estimate_velocity(const robot::JointVector& before) noexcept;
  void note_rate(const robot::JointVector& before) noexcept;
  void hear(core::Time now) noexcept;
  void engage() noexcept;
  void control(core::Time now) noexcept;
  // an arm that displays what it hears has a supply of its own: its port is the hand
  bool displays() const noexcept { return leads_ && streams(); }
  void display(const robot::JointVector& effort) noexcept;
  bool streams() const noexcept { return stages_.kind == control::CouplingKind::force_position; }
  void hear_stream(control::CouplingInput& in) noexcept;
  void turn_with(control::PortSignals& told) const noexcept;
  void bound_wrench() noexcept;
  void assist(core::Time now) noexcept;
  void look(core::Time now) noexcept;
  void feel_obstacles() noexcept;
  bool rolling() noexcept;
  void go_alone() noexcept;
  void change_over() noexcept;
  void exchange_coupling(Replacement& replacement) noexcept;
  void protect() noexcept;
  void guard_device() noexcept;
  bool covered() noexcept;
  robot::JointVector paid(const robot::JointVector& effort) noexcept;
  void keep(const core::Fault& fault) noexcept;

  const char* device_stage_;      // how faults name the device
  const char* link_stage_;        // the link
  const char* controller_stage_;  // and the controller
  device::Device& device_;
  link::Endpoint& endpoint_;
  Stages stages_;
  robot::ChainState kinematics_;
  link::LinkQualityEstimator quality_;
  passivity::Port port_;
  passivity::Listened listened_;
  passivity::Message send_;
  robot::JointVector rate_;     // of the last displacement [rad/s or m/s]
  control::Ease work_{1};       // 0 = at rest
  std::uint64_t left_out_ = 0;  // ticks between this one and the last
  double share_ = 0;            // of what the coupling asks for
  // from those of an old coupling or method to those of the new one
  control::Transition<spatial::Wrench> wrench_, told_;
  control::Transition<robot::JointVector> effort_;  // [N m or N]
  robot::JointVector assisting_;                    // efforts of the fixtures at work [N m or N]
  robot::JointVector obstructing_;                  // of the obstacles that are felt [N m or N]
  Tick tick_;
  HandPort hand_;  // of an arm that displays
  Buttons buttons_;
  int since_alone_ = 1000;  // ticks since the robot was last moved by itself
  int still_ = 0;           // ticks since the position last changed
  int braking_ = 0;         // ticks since it was asked to rest and still rolls
  bool after_gap_ = false;  // this one is the first after a while
  bool live_ = false;       // the other side is heard, and keeps the same kind of account
  bool leads_;
  bool started_ = false;
};

}  // namespace tether::session
