#include "tether/session/side.hpp"

#include <algorithm>
#include <cmath>

#include "tether/guard/finite.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::session {
namespace {

constexpr std::uint32_t kMethods = 256;  // or couplings that a sample can name
constexpr std::uint32_t kBurst = 16;     // samples at once, that waited while nobody looked
constexpr double kGap = 0.02;            // without a sample, after which one may jump [s]
// ticks left out that an estimator is helped over; beyond them it begins anew
constexpr std::uint64_t kMostLeftOut = 100;
constexpr double kGrid = 1e-3;         // a tick may be that early on the grid [ticks]
constexpr int kSlowestTold = 10;       // an interface may repeat a position for so long [ticks]
constexpr double kRestTicks = 100;     // to let go or to take hold again
constexpr double kLongestBraking = 2;  // of what is asked to rest [s]
constexpr int kInterface = 20;         // an effort acts so long after it was commanded [ticks]
constexpr double kStandstill = 0.01;   // what rolls slower stands still [m/s or rad/s]

core::Fault check_finite(const link::Sample& sample, const char* stage) noexcept {
  Eigen::Matrix<double, 40, 1> numbers;
  numbers << sample.position, sample.orientation.coeffs(), sample.torque, sample.force,
      sample.energy, sample.wave, sample.kinetic, sample.angular.cast<double>(),
      sample.linear.cast<double>(), sample.external_torque.cast<double>(),
      sample.external_force.cast<double>(), sample.obstruction.cast<double>(),
      sample.angular_acceleration.cast<double>(), sample.linear_acceleration.cast<double>();
  return guard::check_finite(numbers, stage);
}

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

Side::Side(SideName name, device::Device& device, link::Endpoint& endpoint, Stages stages)
    : device_stage_(name == SideName::leader ? "leader device" : "follower device"),
      link_stage_(name == SideName::leader ? "leader link" : "follower link"),
      controller_stage_(name == SideName::leader ? "leader controller" : "follower controller"),
      device_(device),
      endpoint_(endpoint),
      stages_(std::move(stages)),
      leads_(name == SideName::leader) {
  tick_.power_scale = stages_.own_supply ? 0 : stages_.power_scale;
}

const Tick& Side::tick(core::Time now, Duty duty) noexcept {
  const std::uint64_t last = tick_.index;
  tick_.index = static_cast<std::uint64_t>(core::seconds(now) * stages_.rate + kGrid);
  const bool gap = started_ && device_.keeps_wall_time() && tick_.index > last + 1;
  left_out_ = gap ? tick_.index - last - 1 : 0;
  tick_.time = now;
  tick_.fault = {};

  tick_.resting = duty == Duty::rest;
  if (tick_.resting) {
    if (!rolling()) work_.down(1 / kRestTicks);
  } else {
    braking_ = 0;
    work_.up(1 / kRestTicks);
  }

  read(now);
  go_alone();
  hear(now);
  engage();
  look(now);
  control(now);
  change_over();
  protect();
  // a device that fails or rests is at rest
  const bool moves = !tick_.fault && work_.full();
  device_.command(now, {tick_.effort, moves ? tick_.coupling.velocity : robot::JointVector()});

  tick_.sent = link::pack(now, send_);
  tick_.sent.method = static_cast<std::uint8_t>(stages_.method);
  tick_.sent.coupling = static_cast<std::uint8_t>(stages_.kind);
  tick_.sent.engagement = static_cast<std::uint8_t>(tick_.engagement);
  // the other side shall miss this one rather than fail with it
  if (!check_finite(tick_.sent, link_stage_)) endpoint_.send(now, tick_.sent);
  started_ = true;
  return tick_;
}

// what the device tells, and what follows from it
void Side::read(core::Time now) noexcept {
  const robot::JointVector position_before = tick_.measured.position;
  tick_.measured = device_.read(now);
  if (tick_.measured.fault) tick_.measured.fault.stage = device_stage_;
  tick_.measured.stop_pressed = tick_.measured.stop_pressed || buttons_.stop;
  tick_.measured.clutch = tick_.measured.clutch || buttons_.clutch;
  keep(tick_.measured.fault);
  keep(guard::check_finite(tick_.measured.position, device_stage_));
  // an account that counts what is no number never recovers
  keep(guard::check_finite(tick_.measured.applied, device_stage_));
  keep(guard::check_finite(tick_.measured.external_at_tool.vector(), device_stage_));

  if (stages_.assistance && started_) {
    tick_.assist_energy += assisting_.dot(tick_.measured.position - position_before);
  }
  note_rate(position_before);
  tick_.velocity = estimate_velocity(position_before);
  keep(stages_.speed.update(tick_.velocity));

  if (stages_.coriolis) {
    robot::all_terms(device_.chain(), tick_.measured.position, tick_.velocity, kinematics_);
  } else {
    robot::mass_matrix(device_.chain(), tick_.measured.position, kinematics_);
  }
  tick_.kinetic = 0.5 * tick_.velocity.dot(kinematics_.mass_matrix * tick_.velocity);
  tick_.tool = kinematics_.tool;
  tick_.twist = robot::tool_twist(kinematics_.jacobian, tick_.velocity);
}

// Whether the robot is moved by itself in this pass. What that costs is its own affair.
void Side::go_alone() noexcept {
  if (!stages_.jog) return;
  const bool before = tick_.alone;
  if (stages_.guards.stopped() || tick_.fault || !work_.full()) stages_.jog->cancel();
  tick_.alone = stages_.jog->update(tick_.measured.position);
  since_alone_ = tick_.alone ? 0 : std::min(since_alone_ + 1, 2 * kInterface);
  if (tick_.alone != before) effort_.begin();
}

// a position that an interface repeats is no standstill
void Side::note_rate(const robot::JointVector& before) noexcept {
  const robot::JointVector& position = tick_.measured.position;
  if (!started_) {
    rate_ = robot::JointVector::Zero(position.size());
    return;
  }
  const auto ticks = static_cast<int>(std::min<std::uint64_t>(left_out_, kMostLeftOut)) + 1;
  if (position == before) {
    still_ += ticks;
    if (still_ > kSlowestTold) rate_.setZero();
    return;
  }
  rate_ = stages_.rate / (still_ + ticks) * (position - before);
  still_ = 0;
}

// Estimators count samples: for ticks that were left out they are given positions between.
robot::JointVector Side::estimate_velocity(const robot::JointVector& before) noexcept {
  const robot::JointVector& position = tick_.measured.position;
  if (!started_ || left_out_ > kMostLeftOut) {
    stages_.estimator->reset(position);
    return stages_.estimator->update(position);
  }
  for (std::uint64_t i = 1; i <= left_out_; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(left_out_ + 1);
    stages_.estimator->update(before + share * (position - before));
  }
  return stages_.estimator->update(position);
}

// what came from the other side, and what of it the coupling shall hear
void Side::hear(core::Time now) noexcept {
  tick_.received = endpoint_.receive(now);
  const link::Sample& sample = tick_.received.sample;
  keep(check_finite(sample, link_stage_));
  tick_.quality = quality_.update(now, tick_.received);
  tick_.damping = stages_.damping.update(tick_.velocity);
  if (since_alone_ < kInterface) tick_.damping.setZero();
  port_ = {.tool = tick_.tool,
           .origin = stages_.origin,
           .position = tick_.measured.position,
           .velocity = tick_.velocity,
           .applied = stages_.power_scale * tick_.measured.applied,
           .jacobian = kinematics_.jacobian,
           .inertia = stages_.power_scale * kinematics_.mass_matrix,
           .damping = stages_.power_scale * tick_.damping,
           .held = stages_.power_scale * tick_.guard.held};
  if (since_alone_ < kInterface) port_.applied.setZero();
  if (displays()) {
    port_ = hand_.update(kinematics_, tick_.velocity, stages_.origin, tick_.display);
  }
  // the gap before what came just now: a process that was frozen must know of it too
  const double gap = tick_.quality.gap;
  after_gap_ = tick_.received.fresh && (gap > kGap || tick_.received.arrived > kBurst);
  const bool silent = stages_.link_timeout > 0 && gap > stages_.link_timeout;
  const bool same_method = sample.method == static_cast<std::uint8_t>(stages_.method);
  const bool same_coupling = sample.coupling == static_cast<std::uint8_t>(stages_.kind);
  live_ = tick_.received.valid && !silent && same_method && same_coupling;
  listened_ = stages_.passivity->listen(port_, {.valid = live_,
                                                .conversation = tick_.received.conversation,
                                                .message = link::unpack(sample)});
}

// how much of what was heard reaches the coupling, so that sides meet and part without a jolt
void Side::engage() noexcept {
  const auto heard = stages_.engagement->update(
      {.live = live_ && listened_.valid && started_ && work_.full() && !stages_.guards.stopped() &&
               !tick_.alone,
       .conversation =
           kMethods * (kMethods * tick_.received.conversation + tick_.received.sample.method) +
           tick_.received.sample.coupling,
       .after_gap = after_gap_,
       .peer = static_cast<control::Engagement>(tick_.received.sample.engagement),
       .clutch = tick_.measured.clutch,
       .remote = listened_.remote,
       .own = tick_.coupling.send.pose});
  tick_.engagement = stages_.engagement->state();
  listened_.valid = heard.valid;
  listened_.remote = heard.remote;
  share_ = heard.share;
  // what is pushed is left where it goes to: sides that part meet there
  const bool apart = tick_.engagement == control::Engagement::holding ||
                     tick_.engagement == control::Engagement::clutched;
  if (streams() && !leads_ && apart) {
    stages_.engagement->realign(stages_.alignment, tick_.coupling.send.pose);
  }
  if (!tick_.alone) return;
  // it shall stay where it will be left
  stages_.engagement->realign(stages_.alignment, tick_.coupling.send.pose);
  share_ = 0;
}

// The coupling's wrench as joint efforts, as far as the device can give them and the account can
// pay, and the damping.
void Side::control(core::Time now) noexcept {
  control::CouplingInput in{.now = now,
                            .tool = tick_.tool,
                            .twist = tick_.twist,
                            .external = tick_.measured.external_at_tool,
                            .remote_valid = listened_.valid,
                            .remote = listened_.remote,
                            .sighted = !tick_.drive.blind,
                            .round_trip = tick_.quality.round_trip,
                            .loss = tick_.quality.loss,
                            .budget = listened_.budget / stages_.power_scale,
                            .share = share_};
  if (streams()) hear_stream(in);
  tick_.coupling = stages_.coupling->update(in);
  tick_.coupling.potential *= share_;
  wrench_.update(share_ * tick_.coupling.wrench);
  told_.update(share_ * tick_.coupling.send.wrench);
  tick_.coupling.wrench = wrench_.value();
  tick_.coupling.send.wrench = told_.value();
  tick_.coupling.send.obstruction = tick_.drive.obstruction;
  bound_wrench();
  assist(now);
  feel_obstacles();
  tick_.inertia = stages_.inertia.update(tick_.velocity, kinematics_.mass_matrix);
  tick_.coupling.send.kinetic = tick_.kinetic;
  robot::JointVector asked =
      robot::joint_efforts(kinematics_.jacobian, tick_.coupling.wrench) + tick_.inertia;
  if (stages_.assistance) asked += assisting_;
  if (stages_.obstacles) asked += obstructing_;
  if (stages_.coriolis) asked += kinematics_.coriolis;
  keep(guard::check_finite(asked, controller_stage_));

  const auto possible = stages_.limit.update(asked);
  // the log keeps the place that it is at, the other side hears it as it sees it
  control::CouplingOutput told = tick_.coupling;
  told.send.pose = stages_.engagement->told(told.send.pose);
  if (streams()) turn_with(told.send);
  const double scale = stages_.power_scale;
  const robot::JointVector none = robot::JointVector::Zero(6);
  const auto allowed =
      stages_.passivity->update(port_, told, displays() ? none : scale * possible.effort);
  tick_.effort = tick_.alone ? stages_.jog->effort(tick_.measured.position, tick_.velocity,
                                                   kinematics_.mass_matrix)
                             : allowed.effort / scale;
  tick_.effort_removed = possible.removed;
  tick_.energy = stages_.passivity->report();
  if (stages_.assistance) assisting_ *= tick_.energy.paid;
  send_ = allowed.send;
  if (displays()) display(possible.effort);
}

// the arm pays for itself as long as the account holds enough for the hand; nothing else brakes it
void Side::display(const robot::JointVector& effort) noexcept {
  const bool counts = stages_.method != passivity::Method::none;
  tick_.energy.tlc_force = 0;
  tick_.energy.paid = counts ? HandPort::share(tick_.energy.tank) : 1;
  tick_.effort = tick_.energy.paid * effort + tick_.damping;
  hand_.tell(send_.signals.external);
}

// what came in this very tick, and how heavy the arm is that shall go along with it
void Side::hear_stream(control::CouplingInput& in) noexcept {
  const link::Sample& sample = tick_.received.sample;
  in.fresh = tick_.received.fresh && live_ &&
             static_cast<control::Engagement>(sample.engagement) == control::Engagement::engaged;
  in.sent = sample.sent;
  in.raw = link::unpack(sample).signals;
  if (displays()) in.inertia = port_.inertia;
}

// a place that is told turned is one that turns about turned axes
void Side::turn_with(control::PortSignals& told) const noexcept {
  const spatial::Matrix3 turn = told.pose.rotation * tick_.coupling.send.pose.rotation.transpose();
  told.twist.angular = turn * told.twist.angular;
  told.acceleration.angular = turn * told.acceleration.angular;
}

// the other side is told the wrench that is left
void Side::bound_wrench() noexcept {
  control::CouplingOutput& coupling = tick_.coupling;
  // the motion that counts is that of the arm in the hand
  const double kinetic = leads_ ? tick_.kinetic : live_ ? tick_.received.sample.kinetic : 0;
  tick_.bounds = stages_.bounds.update({.wrench = coupling.wrench,
                                        .potential = coupling.potential,
                                        .kinetic = kinetic,
                                        .hand_felt = tick_.measured.hand_felt});
  const double share = tick_.bounds.share();
  coupling.wrench = share * coupling.wrench;
  coupling.send.wrench = share * coupling.send.wrench;
  coupling.potential *= share;
}

// The account pays for fixtures as it pays for the coupling; what they cost is told apart.
void Side::assist(core::Time now) noexcept {
  if (!stages_.assistance) return;
  control::CouplingOutput& coupling = tick_.coupling;
  tick_.assist =
      stages_.assistance->update({.now = now,
                                  .tool = tick_.tool,
                                  .twist = tick_.twist,
                                  .place = coupling.send.pose,
                                  .remote = listened_.remote.pose,
                                  .remote_valid = listened_.valid,
                                  .clutched = tick_.engagement == control::Engagement::clutched,
                                  // no hand, no force
                                  .share = share_ * tick_.bounds.hand_share});
  coupling.send.pose = tick_.assist.told;
  assisting_ = robot::joint_efforts(kinematics_.jacobian, tick_.assist.wrench);
}

// where a vehicle is told to go decides what is in its way
void Side::look(core::Time now) noexcept {
  if (!stages_.sight) return;
  const SightOutput seen = stages_.sight->update(now, listened_.remote.twist);
  tick_.drive.obstruction = seen.obstruction;
  tick_.drive.scan_age = seen.age;
  tick_.drive.scans = seen.scans;
  tick_.drive.blind = seen.blind;
}

// passive by itself: no account pays for it
void Side::feel_obstacles() noexcept {
  if (!stages_.obstacles) return;
  tick_.drive.obstruction = listened_.remote.obstruction;
  tick_.drive.felt = stages_.obstacles->update({.handle = tick_.tool.position - stages_.origin,
                                                .velocity = tick_.twist.linear,
                                                .obstruction = tick_.drive.obstruction,
                                                .share = share_ * tick_.bounds.hand_share});
  obstructing_ = robot::joint_efforts(
      kinematics_.jacobian,
      spatial::Wrench::from_point(spatial::Vector3::Zero(), tick_.drive.felt.force,
                                  tick_.tool.position));
}

// what rolls is braked before it is let go; one that does not obey is let go in the end
bool Side::rolling() noexcept {
  if (!stages_.rolls || !started_ || stages_.guards.stopped()) return false;
  if (tick_.velocity.cwiseAbs().maxCoeff() < kStandstill) return false;
  return ++braking_ < static_cast<int>(kLongestBraking * stages_.rate);
}

// An effort that goes over from an old coupling or method, or towards rest, is paid for anew: a
// part of it may give more than the whole would have.
void Side::change_over() noexcept {
  effort_.update(tick_.effort);
  if (!effort_.changing() && work_.full()) return;
  if (tick_.alone) {
    tick_.effort = work_.share() * effort_.value();
    return;
  }
  tick_.effort = paid(work_.share() * effort_.value());
  tick_.energy = stages_.passivity->report();
}

void Side::exchange_coupling(Replacement& replacement) noexcept {
  using Kind = control::CouplingKind;
  if (started_) {
    replacement.coupling->take_over(tick_.coupling);
    const bool rate = stages_.kind == Kind::rate || replacement.kind == Kind::rate;
    if (rate && stages_.kind != replacement.kind) {
      stages_.engagement->realign(replacement.alignment, tick_.coupling.target);
    }
  }
  std::swap(stages_.coupling, replacement.coupling);
  std::swap(stages_.kind, replacement.kind);
}

void Side::replace(Replacement& replacement) noexcept {
  if (replacement.coupling) exchange_coupling(replacement);
  if (replacement.passivity) {
    replacement.passivity->take_over(stages_.passivity->account());
    std::swap(stages_.passivity, replacement.passivity);
    std::swap(stages_.method, replacement.method);
  }
  if (guard::Geofence* fence = stages_.guards.fence(); fence != nullptr && replacement.fence) {
    for (int i = 0; i < fence->size(); ++i) {
      fence->enable(i, (*replacement.fence)[static_cast<std::size_t>(i)]);
    }
  }
  if (replacement.assist && stages_.assistance) stages_.assistance->enable(*replacement.assist);
  if (replacement.reset_stop) stages_.guards.reset_stop();
  if (!started_) return;
  wrench_.begin();
  told_.begin();
  effort_.begin();
}

// nothing unbounded or undefined reaches the device; after a fault nothing at all
void Side::protect() noexcept {
  keep(guard::check_finite(tick_.effort, controller_stage_));
  if (tick_.fault) {
    stages_.guards.let_go(reason_of(tick_.fault));
    tick_.effort.setZero();
    tick_.effort_removed = 0;
    return;
  }
  const auto limited = stages_.limit.update(tick_.effort);
  tick_.effort = limited.effort;
  tick_.proof_voided = since_alone_ < kInterface;
  if (limited.removed > 0 && !tick_.alone) {
    // what is left of a cut effort may give more than the whole would have
    tick_.effort = paid(limited.effort);
    tick_.energy = stages_.passivity->report();
    tick_.proof_voided = !covered();
  }
  guard_device();
}

// A guard has the last word, whether or not the account can pay for what it does: then the
// certificate says so.
void Side::guard_device() noexcept {
  const guard::DeviceView view{.position = tick_.measured.position,
                               .velocity = tick_.velocity,
                               .rate = rate_,
                               .inertia = kinematics_.mass_matrix,
                               .jacobian = kinematics_.jacobian,
                               .tool = tick_.tool,
                               .twist = tick_.twist};
  const auto guarded = stages_.guards.update(
      view, {tick_.measured.external_at_tool, tick_.measured.stop_pressed}, tick_.effort);
  tick_.guard = guarded.report;
  if (stages_.stop_ends) {
    keep(guarded.fault);
    // ended for good, also for one who goes on ticking
    if (stages_.guards.stopped()) {
      stages_.guards.let_go(tick_.guard.stop);
      tick_.effort.setZero();
      return;
    }
  }
  if (!guarded.changed) return;
  tick_.effort = stages_.limit.update(guarded.effort).effort;
  if (since_alone_ < kInterface) return;
  tick_.proof_voided = !covered();
}

// whether the account pays for the effort that is commanded
bool Side::covered() noexcept {
  return displays() || stages_.passivity->covers(stages_.power_scale * tick_.effort);
}

// what of an effort the account can pay
robot::JointVector Side::paid(const robot::JointVector& effort) noexcept {
  if (displays()) return effort;
  return stages_.passivity->pay(stages_.power_scale * effort) / stages_.power_scale;
}

void Side::keep(const core::Fault& fault) noexcept {
  if (!tick_.fault) tick_.fault = fault;
}

}  // namespace tether::session
