// The one place where asked effort becomes commanded effort: what the device can give, what of it
// the account can pay, how it goes over from what was commanded before, and what the guards leave
// of it.
//   ratings → account → change-over → ratings → guards → ratings
// Ratings come again where something was added: damping beside the allowed effort, a push of the
// fence. A cut effort may give more than the whole would have, so it is paid for anew; a guard has
// the last word, whether or not the account can pay for what it does, and the certificate says so.
#pragma once

#include "tether/control/engagement/transition.hpp"
#include "tether/guard/device_guards.hpp"
#include "tether/guard/limits/effort_limit.hpp"
#include "tether/teleop/energy_port.hpp"

namespace tether::teleop {

struct CommandInput {
  const robot::ChainState& kinematics;
  Account account;
  control::CouplingOutput coupling;  // as the peer shall see it
  double share = 1;                  // of the effort, while the device is let go
  // effort of a robot that is moved by itself; empty when it is not [N m or N]
  robot::JointVector jogging;
  bool excluded = false;  // what moves the device is nothing that the account pays for
};

class CommandFilter {
 public:
  // stop_ends: a stop is a fault, and nothing is commanded after it; stage: names faults
  CommandFilter(guard::EffortLimit limit, guard::DeviceGuards guards, bool stop_ends,
                const char* stage) noexcept
      : limit_(std::move(limit)),
        guards_(std::move(guards)),
        stop_ends_(stop_ends),
        stage_(stage) {}

  // tick.asked → tick.effort, with energy, guard, proof_voided and fault; what is sent
  passivity::Message update(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept;
  // from the next tick on the effort has another source: it goes over without a step
  void change_over() noexcept { effort_.begin(); }

  guard::DeviceGuards& guards() noexcept { return guards_; }
  const guard::DeviceGuards& guards() const noexcept { return guards_; }

 private:
  void ease(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept;
  void limit(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept;
  void guard(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept;
  void let_go(guard::StopReason reason, signals::Tick& tick) noexcept;

  guard::EffortLimit limit_;
  guard::DeviceGuards guards_;
  bool stop_ends_;
  const char* stage_;
  control::Transition<robot::JointVector> effort_;  // [N m or N]
};

}  // namespace tether::teleop
