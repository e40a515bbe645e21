#include "tether/report/plots/signals.hpp"

#include <limits>
#include <numbers>

#include "report/plots/signal_values.hpp"
#include "tether/report/shown_metrics.hpp"
#include "tether/scenario/session_traits.hpp"

namespace tether::report {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

void put_motion(Values& values, const signals::Tick& leader,
                const signals::Tick& follower) noexcept {
  const spatial::Pose& led = leader.coupling.send.pose;
  const spatial::Pose& followed = follower.coupling.send.pose;
  put(values, leader_position, kMilli * led.position);
  put(values, follower_position, kMilli * followed.position);
  put(values, hand_force, -leader.measured.external_at_tool.force);
  put(values, contact_force, follower.measured.external_at_tool.force);
  put(values, spring_force, -follower.coupling.wrench.force);
  put(values, assist_force, leader.assist.wrench.force);
  put(values, assist_energy, leader.assist_energy);
  put(values, hand_torque, -leader.measured.external_at_tool.torque);
  put(values, contact_torque, follower.measured.external_at_tool.torque);
  put(values, tracking_error, kMilli * (led.position - followed.position).norm());
  put(values, orientation_error,
      kDegrees * spatial::rotation_angle(led.rotation, followed.rotation));
}

// in the platform's own axes
void put_drive(Values& values, const signals::Tick& leader,
               const signals::Tick& follower) noexcept {
  const spatial::Twist& wanted = leader.coupling.send.twist;
  const spatial::Vector3 velocity = follower.twist.velocity_at(follower.tool.position);
  put(values, speed_wanted, wanted.linear.x());
  put(values, speed_made, follower.tool.rotation.col(0).dot(velocity));
  put(values, turn_wanted, wanted.angular.z());
  put(values, turn_made, follower.twist.angular.z());
  const control::Obstruction& seen = leader.drive.obstruction;
  put(values, obstructions, seen.forward);
  put(values, obstructions + 1, seen.backward);
  put(values, obstructions + 2, seen.left);
  put(values, obstructions + 3, seen.right);
  put(values, obstacle_force, leader.drive.felt.force);
  put(values, obstacle_store, kMilli * leader.drive.felt.store);
}

// about the tool point of a side that is here, as the leader feels it
void put_spring_torque(Values& values, const signals::Tick& leader, const signals::Tick& follower,
                       signals::LocalSides sides) noexcept {
  if (sides == signals::LocalSides::follower) {
    put(values, spring_torque, -follower.coupling.wrench.torque_at(follower.tool.position));
  } else {
    put(values, spring_torque, leader.coupling.wrench.torque_at(leader.tool.position));
  }
}

void put_account(Values& values, const passivity::Report& leader,
                 const passivity::Report& follower) noexcept {
  put(values, leader_tank, kMilli * leader.tank);
  put(values, follower_tank, kMilli * follower.tank);
  put(values, reserve, kMilli * leader.reserve);
  put(values, energy_to_follower, kMilli * (leader.sent - follower.received));
  put(values, energy_to_leader, kMilli * (follower.sent - leader.received));
  put(values, level_control, leader.tlc_force);
  put(values, leader_held_back, leader.held_back);
  put(values, follower_held_back, follower.held_back);
}

void put_round_trip(Values& values, const signals::LinkQuality& quality) noexcept {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  put(values, round_trip, quality.known ? kMilli * quality.round_trip : kUnknown);
}

void count_delay(DelayHistogram& delays, const signals::Tick& tick) noexcept {
  if (tick.received.fresh) delays.add(tick.time - tick.received.sample.sent);
}

double desired_level(const passivity::Params& params) noexcept {
  return params.method == passivity::Method::two_layer ? params.two_layer.desired_level : 0;
}

}  // namespace

SignalCollector::SignalCollector(const scenario::Scenario& scenario, signals::LocalSides sides)
    : sides_(sides),
      has_tanks_(scenario.passivity.method != passivity::Method::none),
      has_delay_(sides != signals::LocalSides::both || has_delay(scenario.link.emulated)),
      desired_level_(desired_level(scenario.passivity)),
      turns_(leader_turns(scenario)),
      assisted_(sides != signals::LocalSides::follower && scenario.assist.present()),
      drives_(scenario::has_course(scenario)),
      bounds_(scenario.guard),
      leader_guard_(scenario.leader.side.guard),
      follower_guard_(scenario.follower.side.guard),
      period_(core::duration_from_seconds(1 / scenario.rate)),
      leader_power_(scenario.rate),
      follower_power_(scenario.rate),
      decimator_(kSignals),
      to_follower_(period_),
      to_leader_(period_) {}

void SignalCollector::observe(const record::Observation& seen) noexcept {
  const signals::Tick &leader = seen.leader, &follower = seen.follower;
  // the clocks of two processes say nothing of one way
  if (sides_ == signals::LocalSides::both) {
    count_delay(to_leader_, leader);
    count_delay(to_follower_, follower);
  }

  Values values{};
  put_motion(values, leader, follower);
  if (drives_) put_drive(values, leader, follower);
  put_spring_torque(values, leader, follower, sides_);
  const Powers power{leader_power_.update(leader), follower_power_.update(follower)};
  put_guards(values, leader, follower, power, sides_);
  put_account(values, leader.energy, follower.energy);
  put(values, leader_port, seen.absorbed.leader);
  put(values, follower_port, seen.absorbed.follower);
  put(values, both_ports, seen.absorbed.sum());
  put_round_trip(values, leader.quality);
  decimator_.add(core::seconds(leader.time), values);
}

PlotSeries SignalCollector::series(const char* label, const char* role, std::size_t signal) const {
  return {label, role, decimator_.signal(signal)};
}

void SignalCollector::add_to(ReportData& report) const {
  report.time_s = decimator_.time_s();
  if (drives_) {
    add_drive(report);
  } else {
    add_motion(report);
    add_errors(report);
  }
  add_guards(report);
  add_energy(report);
  if (has_delay_) add_link(report);
}

}  // namespace tether::report
