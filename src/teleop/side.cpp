#include "tether/teleop/side.hpp"

#include <algorithm>

#include "tether/guard/stops/finite.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::teleop {
namespace {

constexpr std::uint32_t kMethods = 256;  // or couplings that a sample can name
constexpr std::uint32_t kBurst = 16;     // samples at once, that waited while nobody looked
constexpr double kGap = 0.02;            // without a sample, after which one may jump [s]
constexpr double kGrid = 1e-3;           // a tick may be that early on the grid [ticks]

// nothing of what is not finite is no number, and stays none whatever is added
bool is_finite(const signals::Sample& s) noexcept {
  const spatial::Vector3 vectors = 0 * s.position + 0 * s.torque + 0 * s.force + 0 * s.wave;
  const signals::ShortVector figures = 0 * s.angular + 0 * s.linear + 0 * s.external_torque +
                                       0 * s.external_force + 0 * s.angular_acceleration +
                                       0 * s.linear_acceleration + 0 * s.wall_normal +
                                       0 * s.wall_point + 0 * s.wall_figures;
  const double numbers = 0 * s.energy + 0 * s.kinetic + (0 * s.orientation.coeffs()).sum();
  return vectors.sum() + figures.sum() + (0 * s.obstruction).sum() + numbers == 0;
}

// the first offending number of a sample, or none
core::Fault check_finite(const signals::Sample& sample, const char* stage) noexcept {
  if (is_finite(sample)) return {};
  Eigen::Matrix<double, 49, 1> numbers;
  numbers << sample.position, sample.orientation.coeffs(), sample.torque, sample.force,
      sample.energy, sample.wave, sample.kinetic, sample.angular.cast<double>(),
      sample.linear.cast<double>(), sample.external_torque.cast<double>(),
      sample.external_force.cast<double>(), sample.obstruction.cast<double>(),
      sample.angular_acceleration.cast<double>(), sample.linear_acceleration.cast<double>(),
      sample.wall_normal.cast<double>(), sample.wall_point.cast<double>(),
      sample.wall_figures.cast<double>();
  return guard::check_finite(numbers, stage);
}

bool any_needs_coriolis(const Stages& stages) {
  return std::ranges::any_of(stages.sources,
                             [](const auto& source) { return source->needs_coriolis(); });
}

}  // namespace

Side::Side(signals::SideName name, device::Device& device, link::Endpoint& endpoint, Stages stages)
    : device_stage_(name == signals::SideName::leader ? "leader device" : "follower device"),
      link_stage_(name == signals::SideName::leader ? "leader link" : "follower link"),
      controller_stage_(name == signals::SideName::leader ? "leader controller"
                                                          : "follower controller"),
      device_(device),
      endpoint_(endpoint),
      stages_(std::move(stages)),
      leads_(name == signals::SideName::leader),
      coriolis_(any_needs_coriolis(stages_)),
      motion_(std::move(stages_.estimator), stages_.rate),
      outside_(stages_.wrench_error),
      release_({.brake_before_release = stages_.brake_before_release, .rate = stages_.rate}),
      filter_(std::move(stages_.limit), std::move(stages_.guards), stages_.stop_ends,
              controller_stage_) {
  tick_.power_scale = stages_.balance_scale;
}

const signals::Tick& Side::tick(core::Time now, Duty duty) noexcept {
  begin(now, duty);
  measure(now);
  receive(now);
  reference(now);
  forces(now);
  command(now);
  transmit(now);
  started_ = true;
  return tick_;
}

void Side::begin(core::Time now, Duty duty) noexcept {
  const std::uint64_t last = tick_.index;
  tick_.index = static_cast<std::uint64_t>(core::seconds(now) * stages_.rate + kGrid);
  const bool gap = started_ && device_.keeps_wall_time() && tick_.index > last + 1;
  left_out_ = gap ? tick_.index - last - 1 : 0;
  tick_.time = now;
  tick_.fault = {};
  tick_.resting = duty == Duty::rest;
  release_.update(tick_.resting, started_ && !filter_.guards().stopped(), tick_.velocity);
}

// what the device measures, and what follows from it
void Side::measure(core::Time now) noexcept {
  const robot::JointVector before = tick_.measured.position;
  read_device(now);
  if (started_ && tick_.assist_effort.size() > 0) {
    tick_.assist_energy += tick_.assist_effort.dot(tick_.measured.position - before);
  }
  motion_.update(tick_.measured.position, left_out_, tick_.measured.fresh);
  tick_.rate = motion_.rate();
  tick_.velocity = motion_.velocity();
  tick_.keep(stages_.speed.update(tick_.velocity));
  if (coriolis_) {
    robot::all_terms(device_.chain(), tick_.measured.position, tick_.velocity, kinematics_);
  } else {
    robot::mass_matrix(device_.chain(), tick_.measured.position, kinematics_);
  }
  tick_.kinetic = 0.5 * tick_.velocity.dot(kinematics_.mass_matrix * tick_.velocity);
  tick_.tool = kinematics_.tool;
  tick_.twist = robot::tool_twist(kinematics_.jacobian, tick_.velocity);
  jog_or_follow();
  tick_.damping = stages_.damping.update(tick_.velocity);
  outside_.update(kinematics_, tick_);
  view_ = stages_.port->measure(kinematics_, jogged(), tick_);
}

void Side::read_device(core::Time now) noexcept {
  const core::Time before = tick_.measured.stamp;
  tick_.measured = device_.read(now);
  signals::DeviceState& measured = tick_.measured;
  if (measured.stamp == core::Time{}) measured.stamp = measured.fresh ? now : before;
  measured.fresh = !started_ || measured.stamp > before;
  if (measured.fresh) measured_rate_.add(measured.stamp);
  measured.rate = measured_rate_.rate();
  if (measured.fault) measured.fault.stage = device_stage_;
  measured.stop_pressed = measured.stop_pressed || buttons_.stop;
  measured.clutch = measured.clutch || buttons_.clutch;
  tick_.keep(measured.fault);
  tick_.keep(guard::check_finite(measured.position, device_stage_));
  // an account that counts what is no number never recovers
  tick_.keep(guard::check_finite(measured.applied, device_stage_));
  tick_.keep(guard::check_finite(measured.external_at_tool.vector(), device_stage_));
}

// Whether the robot is jogged in this tick. What that costs is its own affair.
void Side::jog_or_follow() noexcept {
  if (!stages_.jogging) return;
  if (filter_.guards().stopped() || tick_.fault || !release_.held()) stages_.jogging->cancel();
  const bool before = tick_.jogging;
  tick_.jogging = stages_.jogging->update(tick_.measured.position);
  if (tick_.jogging != before) filter_.change_over();
}

// what came from the other side, and what of it the account lets through
void Side::receive(core::Time now) noexcept {
  tick_.received = endpoint_.receive(now);
  const signals::Sample& sample = tick_.received.sample;
  tick_.keep(check_finite(sample, link_stage_));
  tick_.quality = quality_.update(now, tick_.received);
  // the gap before what came just now: a process that was frozen must know of it too
  const double gap = tick_.quality.gap;
  const bool silent = stages_.link_timeout > 0 && gap > stages_.link_timeout;
  const bool same_method = sample.method == static_cast<std::uint8_t>(stages_.method);
  const bool same_coupling = sample.coupling == static_cast<std::uint8_t>(stages_.kind);
  signals::ReferenceTick& reference = tick_.reference;
  reference.after_gap = tick_.received.fresh && (gap > kGap || tick_.received.arrived > kBurst);
  reference.live = tick_.received.valid && !silent && same_method && same_coupling;
  const passivity::Message message = signals::unpack(sample);
  reference.raw = message.signals;
  const auto admitted = stages_.passivity->receive(
      view_, {.valid = reference.live,
              .epoch = tick_.received.epoch,
              .round_trip = tick_.quality.known ? tick_.quality.round_trip : passivity::kUnknownDelay,
              .message = message});
  reference.valid = admitted.valid;
  reference.remote = admitted.remote;
  reference.budget = admitted.budget;
}

// how much of what was received reaches the coupling, so that sides meet and part without a jolt
void Side::reference(core::Time now) noexcept {
  signals::ReferenceTick& reference = tick_.reference;
  const auto engaged = stages_.engagement->update(
      {.live = reference.live && reference.valid && started_ && release_.held() &&
               !filter_.guards().stopped() && !tick_.jogging,
       .epoch = kMethods * (kMethods * tick_.received.epoch + tick_.received.sample.method) +
                tick_.received.sample.coupling,
       .after_gap = reference.after_gap,
       .peer = static_cast<control::Engagement>(tick_.received.sample.engagement),
       .clutch = tick_.measured.clutch,
       .remote = reference.remote,
       .own = tick_.coupling.send.pose});
  tick_.engagement = stages_.engagement->state();
  reference.valid = engaged.valid;
  reference.remote = engaged.remote;
  reference.share = engaged.share;
  if (tick_.jogging) {
    // it shall stay where it will be left
    stages_.engagement->realign(stages_.alignment, tick_.coupling.send.pose);
    reference.share = 0;
  }
  look(now);
}

// where a vehicle is sent decides what is in its way
void Side::look(core::Time now) noexcept {
  if (!stages_.sight) return;
  const SightOutput seen = stages_.sight->update(now, tick_.reference.remote.twist);
  tick_.drive.obstruction = seen.obstruction;
  tick_.drive.scan_age = seen.age;
  tick_.drive.scans = seen.scans;
  tick_.drive.blind = seen.blind;
}

// what coupling and sources ask of the joints
void Side::forces(core::Time now) noexcept {
  couple(now);
  tick_.asked = robot::joint_efforts(kinematics_.jacobian, tick_.coupling.wrench);
  // the coupling's wrench is bounded by then, and a source may change the place that is sent
  tick_.own.setZero(tick_.asked.size());
  for (const auto& source : stages_.sources) {
    const robot::JointVector effort = source->effort(kinematics_, tick_);
    tick_.asked += effort;
    if (source->payer() == Payer::own) tick_.own += effort;
  }
  tick_.keep(guard::check_finite(tick_.asked, controller_stage_));
}

void Side::couple(core::Time now) noexcept {
  const signals::ReferenceTick& reference = tick_.reference;
  const signals::Sample& sample = tick_.received.sample;
  control::CouplingInput in{
      .now = now,
      .tool = tick_.tool,
      .twist = tick_.twist,
      .external = tick_.measured.external_at_tool,
      .remote_valid = reference.valid,
      .remote = reference.remote,
      .sighted = !tick_.drive.blind,
      .round_trip = tick_.quality.round_trip,
      .link_known = tick_.quality.known,
      .loss = tick_.quality.loss,
      .budget = stages_.port->at_device(reference.budget),
      .fresh = tick_.received.fresh && reference.live &&
               static_cast<control::Engagement>(sample.engagement) == control::Engagement::engaged,
      .sent = sample.sent,
      .raw = reference.raw,
      .share = reference.share};
  stages_.port->inform(view_, in);
  tick_.coupling = stages_.coupling->update(in);
  tick_.coupling.potential *= reference.share;
  tick_.coupling.stored *= reference.share;
  wrench_.update(reference.share * tick_.coupling.wrench);
  sent_wrench_.update(reference.share * tick_.coupling.send.wrench);
  tick_.coupling.wrench = wrench_.value();
  tick_.coupling.send.wrench = sent_wrench_.value();
  tick_.coupling.send.obstruction = tick_.drive.obstruction;
  tick_.coupling.send.kinetic = tick_.kinetic;
  bound_wrench();
}

// the wrench that is left is the one that is sent
void Side::bound_wrench() noexcept {
  control::CouplingOutput& coupling = tick_.coupling;
  // the motion that counts is that of the arm in the hand
  const double kinetic = leads_                 ? tick_.kinetic
                         : tick_.reference.live ? tick_.received.sample.kinetic
                                                : 0;
  tick_.bounds = stages_.bounds.update({.wrench = coupling.wrench,
                                        .potential = coupling.potential,
                                        .kinetic = kinetic,
                                        .operator_present = tick_.measured.operator_present});
  const double share = tick_.bounds.share();
  coupling.wrench = share * coupling.wrench;
  coupling.send.wrench = share * coupling.send.wrench;
  coupling.potential *= share;
}

void Side::command(core::Time now) noexcept {
  CommandInput in{.kinematics = kinematics_,
                  .account = {*stages_.passivity, view_, stages_.method != passivity::Method::none},
                  .coupling = tick_.coupling,
                  .share = release_.share(),
                  .jogging = {},
                  .excluded = jogged()};
  // the log keeps the place that the tool is at, the peer sees it through the engagement
  in.coupling.send = stages_.engagement->as_seen(tick_.coupling.send);
  if (tick_.jogging) {
    in.jogging =
        stages_.jogging->effort(tick_.measured.position, tick_.velocity, kinematics_.mass_matrix);
  }
  send_ = filter_.update(in, *stages_.port, tick_);
  // a device that fails or rests is at rest
  const bool moves = !tick_.fault && release_.held();
  device_.command(now, {tick_.effort, moves ? tick_.coupling.velocity : robot::JointVector()});
}

void Side::transmit(core::Time now) noexcept {
  tick_.sent = signals::pack(now, send_);
  tick_.sent.method = static_cast<std::uint8_t>(stages_.method);
  tick_.sent.coupling = static_cast<std::uint8_t>(stages_.kind);
  tick_.sent.engagement = static_cast<std::uint8_t>(tick_.engagement);
  // the other side shall miss this one rather than fail with it
  if (!check_finite(tick_.sent, link_stage_)) endpoint_.send(now, tick_.sent);
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
  if (replacement.number > 0) tick_.commands.change = replacement.number;
  if (replacement.coupling) exchange_coupling(replacement);
  if (replacement.passivity) {
    replacement.passivity->take_over(stages_.passivity->account());
    std::swap(stages_.passivity, replacement.passivity);
    std::swap(stages_.method, replacement.method);
  }
  guard::DeviceGuards& guards = filter_.guards();
  if (guard::Geofence* fence = guards.fence(); fence != nullptr && replacement.fence) {
    for (int i = 0; i < fence->size(); ++i) {
      fence->enable(i, (*replacement.fence)[static_cast<std::size_t>(i)]);
    }
  }
  if (replacement.assist) {
    for (const auto& source : stages_.sources) source->enable(*replacement.assist);
  }
  if (replacement.reset_stop) guards.reset_stop();
  if (!started_) return;
  wrench_.begin();
  sent_wrench_.begin();
  filter_.change_over();
}

}  // namespace tether::teleop
