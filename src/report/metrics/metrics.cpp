#include "tether/report/metrics/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tether/scenario/own_parts.hpp"

namespace tether::report {
namespace {

constexpr double kForever = 1e9;      // [s]
constexpr double kOscillation = 0.5;  // a force below it has no sign [N]
constexpr double kHeldBack = 1e-3;    // share of an effort whose lack is worth the name

bool is_engaged(const signals::Tick& tick) noexcept {
  return tick.engagement == control::Engagement::engaged;
}

// engaged, or about to be: forces are eased in from the first moment on
bool begins_to_engage(const signals::Tick& tick) noexcept {
  return is_engaged(tick) || tick.engagement == control::Engagement::engaging;
}

bool are_engaged(signals::Cast cast, const signals::Tick& leader,
                 const signals::Tick& follower) noexcept {
  return (cast == signals::Cast::follower || begins_to_engage(leader)) &&
         (cast == signals::Cast::leader || begins_to_engage(follower));
}

}  // namespace

void MetricsCollector::Mean::add(double x) noexcept {
  sum += x;
  max = std::max(max, x);
}

void MetricsCollector::Range::add(const spatial::Vector3& x, bool first) noexcept {
  low = first ? x : low.cwiseMin(x).eval();
  high = first ? x : high.cwiseMax(x).eval();
}

void MetricsCollector::Starvation::add(const signals::Tick& tick) noexcept {
  if (!is_engaged(tick)) return;
  ++engaged;
  const double lack = 1 - tick.energy.paid;
  if (lack > kHeldBack) ++starved;
  held_back += lack;
}

double MetricsCollector::Starvation::share() const noexcept {
  return held_back / std::max<double>(1, static_cast<double>(engaged));
}

MetricsCollector::MetricsCollector(const scenario::Scenario& scenario, signals::Cast cast)
    : cast_(cast),
      has_task_(scenario.person.task != scenario::OperatorParams::Task::waypoints ||
                (scenario.own && scenario.own->intention)),
      following_(scenario),
      phantom_(scenario),
      rate_(scenario.rate) {
  const TaskMetrics task(scenario);
  const DisplayLag display(scenario);
  if (scenario::is_driven(scenario)) drive_ = std::make_unique<DriveObserver>(scenario);
  const double end = cast == signals::Cast::both ? scenario.duration : kForever;
  windows_.push_back({.name = "", .from = 0, .to = end, .task = task, .display = display});
  phantom_.watch(0, end);
  if (cast != signals::Cast::both) return;
  for (const scenario::Phase& phase : scenario.phases) {
    windows_.push_back(
        {.name = phase.name, .from = phase.from, .to = phase.to, .task = task, .display = display});
    phantom_.watch(phase.from, phase.to);
  }
}

void MetricsCollector::see(const assist::RangeScan& scan, const signals::Tick& follower) noexcept {
  if (drive_) drive_->see(scan, follower);
}

void MetricsCollector::observe(const signals::Tick& leader,
                               const signals::Tick& follower) noexcept {
  if (drive_) drive_->observe(leader, follower);
  // both tools in the leader's workspace
  const spatial::Pose& led = leader.coupling.send.pose;
  const spatial::Pose& followed = follower.coupling.send.pose;
  const double tracking = (led.position - followed.position).norm();
  const double orientation = spatial::rotation_angle(led.rotation, followed.rotation);
  const double operator_force = leader.measured.external_at_tool.force.norm();
  const double contact_force = follower.measured.external_at_tool.force.norm();

  const spatial::Vector3 on_hand = -leader.measured.external_at_tool.force;
  const double force_error = (on_hand - follower.measured.external_at_tool.force).norm();
  const double work = started_ ? std::max(0.0, -on_hand.dot(led.position - hand_position_)) : 0;
  hand_position_ = led.position;
  observe_arm(leader, follower);
  const Following::Step step = following_.update(leader, follower);
  phantom_.update(leader, follower);
  engaged_ = engaged_ || are_engaged(cast_, leader, follower);
  started_ = true;
  const auto changes = crossed(on_hand);
  const double tank = cast_ == signals::Cast::leader ? leader.energy.tank
                      : cast_ == signals::Cast::follower
                          ? follower.energy.tank
                          : std::min(leader.energy.tank, follower.energy.tank);
  ports_.update(leader.time, bare_port_of(leader), bare_port_of(follower));

  const double t = core::seconds(leader.time);
  for (Window& w : windows_) {
    if (t < w.from || t >= w.to) continue;
    const bool first = w.count++ == 0;
    if (first) w.first = t;
    w.last = t;
    w.tracking.add(tracking);
    w.delayed.add(step.error);
    w.led += step.led;
    w.followed += step.followed;
    w.leader_account.add(leader);
    w.follower_account.add(follower);
    w.orientation.add(orientation);
    w.operator_force.add(operator_force);
    w.contact_force.add(contact_force);
    w.force_error.add(force_error);
    w.energy.add(arm_.energy);
    w.power.add(arm_.power);
    w.spring_force.add(arm_.spring_force);
    w.force_difference.add(arm_.force_difference);
    w.torque_difference.add(arm_.torque_difference);
    w.limited_step.add(arm_.limited_step);
    w.penetration.add(arm_.penetration);
    w.assist_force.add(arm_.assist_force);
    if (first) w.assist_before = leader.assist_energy;
    w.assist_after = leader.assist_energy;
    if (arm_.assist_ended) ++w.assist_ends;
    w.operator_work += work;
    w.tlc_squared += leader.energy.tlc_force * leader.energy.tlc_force;
    w.tank_min = first ? tank : std::min(w.tank_min, tank);
    w.margin = first ? ports_.absorbed() : std::min(w.margin, ports_.absorbed());
    for (std::size_t i = 0; i < 3; ++i) w.crossings[i] += changes[i] ? 1 : 0;
    w.leader.add(led.position, first);
    w.follower.add(followed.position, first);
    w.task.add(follower);
    w.display.add(leader, follower);
  }
}

void MetricsCollector::observe_arm(const signals::Tick& leader,
                                   const signals::Tick& follower) noexcept {
  const spatial::Wrench& asked = leader.coupling.wrench;
  const spatial::Wrench& hand = leader.measured.external_at_tool;
  const spatial::Vector3 torque = asked.torque_at(leader.tool.position);
  const bool limited = follower.bounds.energy_share < 1;
  arm_ = {.energy = leader.kinetic + follower.coupling.potential,
          .spring_force = asked.force.norm(),
          .force_difference = (hand.force + asked.force).norm(),
          .torque_difference = (hand.torque + torque).norm(),
          .penetration = std::max(-leader.guard.fence_distance, 0.0),
          .assist_force = leader.assist.wrench.force.norm()};
  if (started_) {
    arm_.power = rate_ * leader.measured.applied.dot(leader.measured.position - position_);
    if (limited && limited_) arm_.limited_step = (asked.force - spring_force_).norm();
  }
  const bool assisted = leader.assist.fixtures.active > 0;
  arm_.assist_ended = assisted_ && !assisted;
  assisted_ = assisted;
  limited_ = limited;
  position_ = leader.measured.position;
  spring_force_ = asked.force;
}

std::array<bool, 3> MetricsCollector::crossed(const spatial::Vector3& force) noexcept {
  std::array<bool, 3> changes{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double f = force[static_cast<Eigen::Index>(i)];
    if (std::abs(f) < kOscillation) continue;
    const int side = f > 0 ? 1 : -1;
    changes[i] = side_of_zero_[i] == -side;
    side_of_zero_[i] = side;
  }
  return changes;
}

PhaseMetrics MetricsCollector::figures(std::size_t window) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const Window& w = windows_[window];
  PhaseMetrics out{.name = w.name, .from = w.from, .to = w.to, .metrics = {}};
  if (w.count == 0) return out;
  const double n = std::max<double>(1, static_cast<double>(w.count));
  Eigen::Index axis = 0;
  const double leader_travel = (w.leader.high - w.leader.low).maxCoeff(&axis);
  const double follower_travel = w.follower.high[axis] - w.follower.low[axis];
  const bool follows = following_.applies();
  const double lag = following_.lag(w.from, w.to).value_or(kNone);
  const std::array<double, signals::kMetricNames.size()> values{
      w.tracking.sum / n,
      w.tracking.max,
      follows ? w.delayed.sum / n : kNone,
      follows ? w.delayed.max : kNone,
      Following::reach(w.led, w.followed).value_or(kNone),
      lag,
      w.orientation.sum / n,
      w.orientation.max,
      w.operator_force.sum / n,
      w.operator_force.max,
      w.contact_force.sum / n,
      w.contact_force.max,
      leader_travel,
      follower_travel,
      leader_travel > 0 ? follower_travel / leader_travel : 0,
      w.force_error.sum / n,
      phantom_.mean(window).value_or(kNone),
      w.operator_work,
      *std::max_element(w.crossings.begin(), w.crossings.end()) / std::max(w.last - w.first, 1e-9),
      std::sqrt(w.tlc_squared / n),
      w.tank_min,
      static_cast<double>(w.leader_account.starved) / rate_,
      w.leader_account.share(),
      static_cast<double>(w.follower_account.starved) / rate_,
      w.follower_account.share(),
      w.margin,
      w.energy.max,
      w.power.max,
      w.spring_force.max,
      w.force_difference.sum / n,
      w.torque_difference.sum / n,
      w.limited_step.max,
      w.penetration.max,
      w.assist_force.sum / n,
      w.assist_force.max,
      w.assist_after - w.assist_before,
      w.assist_ends / std::max(w.last - w.first, 1e-9)};

  for (std::size_t i = 0; i < signals::kMetricNames.size(); ++i) {
    if (!signals::is_told_by(cast_, signals::kMetricNames[i]) || std::isnan(values[i])) continue;
    out.metrics.push_back(
        {signals::kMetricNames[i].name, signals::kMetricNames[i].unit, values[i]});
  }
  if (cast_ == signals::Cast::both) {
    w.task.append_to(out.metrics);
    w.display.append_to(out.metrics);
  }
  return out;
}

std::optional<bool> MetricsCollector::task_finished(std::optional<bool> done) const {
  if (!has_task_) return std::nullopt;
  if (const auto seen = windows_.front().task.finished(); seen && cast_ == signals::Cast::both) {
    return seen;
  }
  return done;
}

PhaseMetrics MetricsCollector::overall() const {
  PhaseMetrics all = figures(0);
  if (drive_) drive_->append_to(all.metrics);
  return all;
}

std::vector<PhaseMetrics> MetricsCollector::phases() const {
  std::vector<PhaseMetrics> out;
  for (std::size_t i = 1; i < windows_.size(); ++i) out.push_back(figures(i));
  return out;
}

}  // namespace tether::report
