// One side of a session: its device, the stages between it and the link, and its end of the link.
// A tick is six verbs, the same in virtual time, wall time and replay; all signals between them are
// in the tick.
//   measure     device state, velocity, kinematics
//   receive     newest sample, link quality, energy received
//   reference   engagement (meeting, parting, clutch): what the coupling tracks
//   forces      coupling and force sources ask for effort
//   command     the command filter: ratings, account, guards → one effort
//   transmit    what the peer shall know
// Coupling and passivity method can be exchanged between two ticks: the new ones go on with the old
// account, and the effort goes over from that of the old ones without a step. A coupling of another
// kind is another connection epoch, as another method is: the sides meet anew, and where there was
// or is no place to go to (rate control) the follower stays where it is wanted. A robot can be
// jogged meanwhile (jogging.hpp): then it is excluded from the account, the certificate says so,
// and the sides meet anew where it was left.
#pragma once

#include <cstdint>

#include "tether/control/estimators/sample_rate.hpp"
#include "tether/device/device.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_quality.hpp"
#include "tether/teleop/stages.hpp"

namespace tether::teleop {

// pressed by somebody who watches, besides those of the device
struct Buttons {
  bool stop = false;
  bool clutch = false;
};

// what a tick is for
enum class Duty : std::uint8_t {
  work,
  rest  // let go, without a jolt
};

class Side {
 public:
  // device and endpoint must outlive the side
  Side(signals::SideName name, device::Device& device, link::Endpoint& endpoint, Stages stages);

  // at session time `now`; the result stays valid until the next tick
  const signals::Tick& tick(core::Time now, Duty duty = Duty::work) noexcept;
  const signals::Tick& last() const noexcept { return tick_; }
  // the scan that was first seen in the last tick, if there was one
  const assist::RangeScan* scan() const noexcept {
    return stages_.sight ? stages_.sight->fresh_scan() : nullptr;
  }
  // nothing is commanded any more
  bool at_rest() const noexcept { return release_.gone(); }

  // between two ticks; `replacement` holds the old ones afterwards, to be freed elsewhere
  void replace(Replacement& replacement) noexcept;
  // between two ticks; they stay pressed until the next call
  void press(const Buttons& buttons) noexcept { buttons_ = buttons; }
  // between two ticks; only for a robot that may be jogged
  void jog(const control::JogCommand& command) noexcept {
    if (!stages_.jogging) return;
    stages_.jogging->command(command);
    tick_.commands.jog = command;
  }

 private:
  void begin(core::Time now, Duty duty) noexcept;
  void measure(core::Time now) noexcept;
  void receive(core::Time now) noexcept;
  void reference(core::Time now) noexcept;
  void forces(core::Time now) noexcept;
  void command(core::Time now) noexcept;
  void transmit(core::Time now) noexcept;

  void read_device(core::Time now) noexcept;
  void jog_or_follow() noexcept;
  void look(core::Time now) noexcept;
  void couple(core::Time now) noexcept;
  void bound_wrench() noexcept;
  void exchange_coupling(Replacement& replacement) noexcept;
  bool jogged() const noexcept { return stages_.jogging && stages_.jogging->acts(); }

  const char* device_stage_;      // how faults name the device
  const char* link_stage_;        // the link
  const char* controller_stage_;  // and the controller
  device::Device& device_;
  link::Endpoint& endpoint_;
  Stages stages_;
  bool leads_;
  bool started_ = false;
  bool coriolis_;               // a source asks for it
  std::uint64_t left_out_ = 0;  // ticks between this one and the last
  signals::Tick tick_;
  robot::ChainState kinematics_;
  control::SampleRate measured_rate_;
  JointMotion motion_;
  Outside outside_;
  Release release_;
  CommandFilter filter_;
  link::LinkQualityEstimator quality_;
  passivity::Port view_;     // of the port, as it is now
  passivity::Message send_;  // what the account lets through
  // from those of an old coupling or method to those of the new one
  control::Transition<spatial::Wrench> wrench_, sent_wrench_;
  Buttons buttons_;
};

}  // namespace tether::teleop
