#include "tether/report/metrics/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tether/report/metrics/display_lag.hpp"
#include "tether/report/metrics/task_metrics.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/session_traits.hpp"

namespace tether::report {
namespace {

using signals::metric;

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

bool are_engaged(signals::LocalSides sides, const signals::Tick& leader,
                 const signals::Tick& follower) noexcept {
  return (sides == signals::LocalSides::follower || begins_to_engage(leader)) &&
         (sides == signals::LocalSides::leader || begins_to_engage(follower));
}

struct Mean {
  double sum = 0;
  double max = 0;
  void add(double x) noexcept {
    sum += x;
    max = std::max(max, x);
  }
};

struct Range {
  spatial::Vector3 low, high;
  void add(const spatial::Vector3& x, bool first) noexcept {
    low = first ? x : low.cwiseMin(x).eval();
    high = first ? x : high.cwiseMax(x).eval();
  }
};

// of a side's energy account, while it is engaged
struct Starvation {
  std::size_t engaged = 0, starved = 0;  // ticks
  double held_back = 0;                  // sum of shares
  void add(const signals::Tick& tick) noexcept {
    if (!is_engaged(tick)) return;
    ++engaged;
    const double lack = 1 - tick.energy.paid;
    if (lack > kHeldBack) ++starved;
    held_back += lack;
  }
  double share() const noexcept {
    return held_back / std::max<double>(1, static_cast<double>(engaged));
  }
};

}  // namespace

struct MetricsCollector::Window {
  std::string name;
  double from = 0, to = 0;
  TaskMetrics task;
  DisplayLag display;
  double first = 0, last = 0;  // times that were seen [s]
  std::size_t count = 0;
  Mean tracking, delayed, orientation, operator_force, contact_force, force_error;
  Mean energy, power, spring_force, force_difference, torque_difference, limited_step, penetration,
      assist_force;
  double assist_before = 0, assist_after = 0;  // energy of the fixtures at both ends [J]
  int assist_ends = 0;                         // times that fixtures ceased to act
  double led = 0, followed = 0;                // ways [m]
  Starvation leader_account, follower_account;
  double operator_work = 0;
  double tlc_squared = 0;
  double tank_min = 0;
  double margin = 0, at_tools = 0, at_motors = 0;  // least energy taken in so far [J]
  std::array<int, 3> crossings{};                  // of the force on the hand, per axis
  Range leader, follower;
  std::vector<std::unique_ptr<scenario::Measure>> own;  // one per metric that is not built in

  double mean(const Mean& of) const noexcept { return of.sum / static_cast<double>(count); }
  double per_second(int times) const noexcept { return times / std::max(last - first, 1e-9); }
};

MetricsCollector::~MetricsCollector() = default;

MetricsCollector::MetricsCollector(const scenario::Scenario& scenario, signals::LocalSides sides)
    : sides_(sides),
      extensions_(scenario.extensions),
      has_task_(scenario.person.task != scenario::OperatorParams::Task::waypoints),
      following_(scenario),
      phantom_(scenario),
      rate_(scenario.rate) {
  const TaskMetrics task(scenario);
  const DisplayLag display(scenario);
  if (scenario::has_course(scenario)) drive_ = std::make_unique<DriveObserver>(scenario);
  const auto watch = [&](const std::string& name, double from, double to) {
    windows_.push_back({.name = name, .from = from, .to = to, .task = task, .display = display});
    for (const scenario::MetricDefinition& metric : extensions_->metrics) {
      windows_.back().own.push_back(metric.make(scenario));
    }
    phantom_.watch(from, to);
  };
  watch("", 0, sides == signals::LocalSides::both ? scenario.duration : kForever);
  if (sides != signals::LocalSides::both) return;
  for (const scenario::Phase& phase : scenario.phases) watch(phase.name, phase.from, phase.to);
}

void MetricsCollector::observe(const record::Observation& seen) noexcept {
  const signals::Tick &leader = seen.leader, &follower = seen.follower;
  if (drive_) drive_->observe(seen);
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
  engaged_ = engaged_ || are_engaged(sides_, leader, follower);
  started_ = true;
  const auto changes = crossed(on_hand);
  const double tank = sides_ == signals::LocalSides::leader ? leader.energy.tank
                      : sides_ == signals::LocalSides::follower
                          ? follower.energy.tank
                          : std::min(leader.energy.tank, follower.energy.tank);
  const double absorbed = seen.absorbed.sum();
  const double scale = follower.power_scale;
  const double at_tools = leader.outside.taken_in + scale * follower.outside.taken_in;
  const double at_motors =
      leader.outside.taken_in_at_motors + scale * follower.outside.taken_in_at_motors;

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
    w.margin = first ? absorbed : std::min(w.margin, absorbed);
    w.at_tools = first ? at_tools : std::min(w.at_tools, at_tools);
    w.at_motors = first ? at_motors : std::min(w.at_motors, at_motors);
    for (std::size_t i = 0; i < 3; ++i) w.crossings[i] += changes[i] ? 1 : 0;
    w.leader.add(led.position, first);
    w.follower.add(followed.position, first);
    w.task.add(follower);
    w.display.add(leader, follower);
    for (const auto& measure : w.own) measure->add(leader, follower);
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
  const Window& w = windows_[window];
  PhaseMetrics out{.name = w.name, .from = w.from, .to = w.to, .metrics = {}};
  if (w.count == 0) return out;
  const auto put = [&](const signals::MetricName& metric, std::optional<double> value) {
    if (signals::is_measured_by(sides_, metric)) report::put(out.metrics, metric, value);
  };
  const bool follows = following_.applies();
  Eigen::Index axis = 0;
  const double led = (w.leader.high - w.leader.low).maxCoeff(&axis);
  const double followed = w.follower.high[axis] - w.follower.low[axis];
  put(metric("tracking_error_mean"), w.mean(w.tracking));
  put(metric("tracking_error_max"), w.tracking.max);
  if (follows) put(metric("tracking_error_delayed_mean"), w.mean(w.delayed));
  if (follows) put(metric("tracking_error_delayed_max"), w.delayed.max);
  put(metric("follower_reach"), Following::reach(w.led, w.followed));
  put(metric("follower_lag_s"), following_.lag(w.from, w.to));
  put(metric("orientation_error_mean"), w.mean(w.orientation));
  put(metric("orientation_error_max"), w.orientation.max);
  put(metric("operator_force_mean"), w.mean(w.operator_force));
  put(metric("operator_force_max"), w.operator_force.max);
  put(metric("contact_force_mean"), w.mean(w.contact_force));
  put(metric("contact_force_max"), w.contact_force.max);
  put(metric("leader_travel"), led);
  put(metric("follower_travel"), followed);
  put(metric("travel_ratio"), led > 0 ? followed / led : 0);
  put(metric("force_error_mean"), w.mean(w.force_error));
  put(metric("phantom_force_mean"), phantom_.mean(window));
  put(metric("operator_work"), w.operator_work);
  put(metric("oscillation_rate"), w.per_second(*std::ranges::max_element(w.crossings)));
  put(metric("tlc_force_rms"), std::sqrt(w.tlc_squared / static_cast<double>(w.count)));
  put(metric("tank_min"), w.tank_min);
  put(metric("leader_starved_s"), static_cast<double>(w.leader_account.starved) / rate_);
  put(metric("leader_held_back_share"), w.leader_account.share());
  put(metric("follower_starved_s"), static_cast<double>(w.follower_account.starved) / rate_);
  put(metric("follower_held_back_share"), w.follower_account.share());
  put(metric("passivity_margin"), w.margin);
  put(metric("outside_energy_min"), w.at_tools);
  put(metric("motor_energy_min"), w.at_motors);
  put(metric("total_energy_max"), w.energy.max);
  put(metric("power_to_hand_max"), w.power.max);
  put(metric("spring_force_max"), w.spring_force.max);
  put(metric("force_difference_mean"), w.mean(w.force_difference));
  put(metric("torque_difference_mean"), w.mean(w.torque_difference));
  put(metric("limited_force_step_max"), w.limited_step.max);
  put(metric("fence_penetration_max"), w.penetration.max);
  put(metric("assist_force_mean"), w.mean(w.assist_force));
  put(metric("assist_force_max"), w.assist_force.max);
  put(metric("assist_energy"), w.assist_after - w.assist_before);
  put(metric("assist_chatter"), w.per_second(w.assist_ends));
  if (sides_ == signals::LocalSides::both) {
    w.task.append_to(out.metrics);
    w.display.append_to(out.metrics);
  }
  auto measure = w.own.begin();
  for (const scenario::MetricDefinition& own : extensions_->metrics) {
    put({.name = own.name, .unit = own.unit, .measured_by = own.measured_by},
        (*measure++)->value());
  }
  return out;
}

std::optional<bool> MetricsCollector::task_finished(std::optional<bool> done) const {
  if (!has_task_) return std::nullopt;
  if (const auto seen = windows_.front().task.finished();
      seen && sides_ == signals::LocalSides::both) {
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
