#include "tether/session/side.hpp"

#include "tether/guard/finite.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::session {

Side::Side(SideName name, device::Device& device, link::Endpoint& endpoint, Stages stages)
    : device_stage_(name == SideName::leader ? "leader device" : "follower device"),
      controller_stage_(name == SideName::leader ? "leader controller" : "follower controller"),
      device_(device),
      endpoint_(endpoint),
      stages_(std::move(stages)) {}

const Tick& Side::tick(core::Time now) noexcept {
  tick_.index = started_ ? tick_.index + 1 : 0;
  tick_.time = now;
  tick_.fault = {};

  read(now);
  tick_.received = endpoint_.receive(now);
  control(now);
  protect();
  device_.command(now, {tick_.effort});

  tick_.sent = link::pack(now, tick_.coupling.send);
  endpoint_.send(now, tick_.sent);
  started_ = true;
  return tick_;
}

// what the device tells, and what follows from it
void Side::read(core::Time now) noexcept {
  tick_.measured = device_.read(now);
  if (tick_.measured.fault) tick_.measured.fault.stage = device_stage_;
  keep(tick_.measured.fault);
  keep(guard::check_finite(tick_.measured.position, device_stage_));

  if (!started_) stages_.estimator->reset(tick_.measured.position);
  tick_.velocity = stages_.estimator->update(tick_.measured.position);
  keep(stages_.speed.update(tick_.velocity));

  robot::jacobian(device_.chain(), tick_.measured.position, kinematics_);
  tick_.tool = kinematics_.tool;
  tick_.twist = robot::tool_twist(kinematics_.jacobian, tick_.velocity);
}

// the coupling's wrench and the damping, as joint efforts
void Side::control(core::Time now) noexcept {
  const link::Received& received = tick_.received;
  tick_.coupling = stages_.coupling->update({.now = now,
                                             .tool = tick_.tool,
                                             .twist = tick_.twist,
                                             .remote_valid = received.valid,
                                             .remote = link::unpack(received.sample)});
  tick_.damping = stages_.damping.update(tick_.velocity);
  tick_.effort = robot::joint_efforts(kinematics_.jacobian, tick_.coupling.wrench) + tick_.damping;
}

// nothing unbounded or undefined reaches the device; after a fault nothing at all
void Side::protect() noexcept {
  keep(guard::check_finite(tick_.effort, controller_stage_));
  if (tick_.fault) {
    tick_.effort.setZero();
    tick_.effort_removed = 0;
    return;
  }
  const auto limited = stages_.limit.update(tick_.effort);
  tick_.effort = limited.effort;
  tick_.effort_removed = limited.removed;
}

void Side::keep(const core::Fault& fault) noexcept {
  if (!tick_.fault) tick_.fault = fault;
}

}  // namespace tether::session
