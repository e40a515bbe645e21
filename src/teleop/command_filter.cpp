#include "tether/teleop/command_filter.hpp"

#include "tether/guard/stops/finite.hpp"

namespace tether::teleop {
namespace {

// a fault lasts until somebody resets the stop, even if its cause is gone with the next tick
guard::StopReason reason_of(const core::Fault& fault) noexcept {
  switch (fault.kind) {
    case core::FaultKind::non_finite:
      return guard::StopReason::non_finite;
    case core::FaultKind::joint_speed:
      return guard::StopReason::joint_speed;
    default:
      return guard::StopReason::device;
  }
}

}  // namespace

passivity::Message CommandFilter::update(const CommandInput& in, EnergyPort& port,
                                         signals::Tick& tick) noexcept {
  const auto possible = limit_.update(tick.asked);
  const auto allowed = port.decide(in.account, in.coupling, possible.effort, tick);
  tick.effort = in.jogging.size() > 0 ? in.jogging : allowed.effort;
  tick.effort_removed = possible.removed;
  tick.assist_effort *= tick.energy.paid;
  ease(in, port, tick);
  tick.keep(guard::check_finite(tick.effort, stage_));
  if (tick.fault) {
    let_go(reason_of(tick.fault), tick);
    tick.effort_removed = 0;
  } else {
    limit(in, port, tick);
    guard(in, port, tick);
  }
  return allowed.send;
}

// An effort that goes over from an old source, or towards rest, is paid for anew: a part of it may
// give more than the whole would have.
void CommandFilter::ease(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept {
  effort_.update(tick.effort);
  if (!effort_.changing() && in.share == 1) return;
  tick.effort = in.share * effort_.value();
  tick.own *= in.share;
  if (in.jogging.size() == 0) tick.effort = port.pay(in.account, tick.effort, tick);
}

void CommandFilter::limit(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept {
  const auto limited = limit_.update(tick.effort);
  tick.effort = limited.effort;
  tick.proof_voided = in.excluded;
  if (limited.removed == 0 || in.jogging.size() > 0) return;
  tick.effort = port.pay(in.account, limited.effort, tick);
  tick.proof_voided = !port.covers(in.account, tick.effort);
}

void CommandFilter::guard(const CommandInput& in, EnergyPort& port, signals::Tick& tick) noexcept {
  const guard::DeviceView view{.position = tick.measured.position,
                               .velocity = tick.velocity,
                               .rate = tick.rate,
                               .inertia = in.kinematics.mass_matrix,
                               .jacobian = in.kinematics.jacobian,
                               .tool = tick.tool,
                               .twist = tick.twist};
  const auto guarded = guards_.update(
      view, {tick.measured.external_at_tool, tick.measured.stop_pressed}, tick.effort);
  tick.guard = guarded.report;
  if (stop_ends_) {
    tick.keep(guarded.fault);
    // ended for good, also for one who goes on ticking
    if (guards_.stopped()) {
      let_go(tick.guard.stop, tick);
      return;
    }
  }
  if (!guarded.changed) return;
  tick.effort = limit_.update(guarded.effort).effort;
  if (!in.excluded) tick.proof_voided = !port.covers(in.account, tick.effort);
}

void CommandFilter::let_go(guard::StopReason reason, signals::Tick& tick) noexcept {
  guards_.let_go(reason);
  tick.effort.setZero();
}

}  // namespace tether::teleop
