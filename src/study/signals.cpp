#include "tether/study/signals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace tether::study {
namespace {

enum Signal : std::size_t {
  leader_position = 0,                      // x, y, z [mm]
  follower_position = leader_position + 3,  // in the leader's workspace [mm]
  hand_force = follower_position + 3,       // of the device on the hand [N]
  contact_force = hand_force + 3,           // of the world on the tool [N]
  spring_force = contact_force + 3,         // that the coupling asks for at the leader [N]
  tracking_error = spring_force + 3,        // [mm]
  orientation_error,                        // [deg]
  leader_tank,                              // [mJ]
  follower_tank,                            // [mJ]
  reserve,                                  // set aside by the leader [mJ]
  leader_port,                              // taken in [J]
  follower_port,                            // taken in [J]
  both_ports,                               // taken in [J]
  energy_to_follower,                       // on its way [mJ]
  energy_to_leader,                         // on its way [mJ]
  level_control,                            // effort of the tank level controller [N]
  leader_held_back,                         // effort that the account could not pay [N]
  follower_held_back,                       // [N m]
  round_trip,                               // as the leader estimates it [ms]
  kSignals
};

constexpr double kMilli = 1e3;
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr const char* kAxes[] = {"x", "y", "z"};
constexpr std::size_t kMaxBars = 48;
constexpr float kVisible = 1e-3F;  // [mJ, N or N m]

using Values = std::array<float, kSignals>;

void put(Values& values, Signal at, double x) noexcept { values[at] = static_cast<float>(x); }
void put(Values& values, Signal first, const spatial::Vector3& v) noexcept {
  for (int i = 0; i < 3; ++i)
    values[first + static_cast<std::size_t>(i)] = static_cast<float>(v[i]);
}

void put_motion(Values& values, const session::Tick& leader,
                const session::Tick& follower) noexcept {
  const spatial::Pose& followed = follower.coupling.send.pose;
  put(values, leader_position, kMilli * leader.tool.position);
  put(values, follower_position, kMilli * followed.position);
  put(values, hand_force, -leader.measured.external_at_tool.force);
  put(values, contact_force, follower.measured.external_at_tool.force);
  put(values, spring_force, -follower.coupling.wrench.force);
  put(values, tracking_error, kMilli * (leader.tool.position - followed.position).norm());
  put(values, orientation_error,
      kDegrees * spatial::rotation_angle(leader.tool.rotation, followed.rotation));
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

void put_round_trip(Values& values, const link::LinkQuality& quality) noexcept {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  put(values, round_trip, quality.known ? kMilli * quality.round_trip : kUnknown);
}

void count_delay(DelayHistogram& delays, const session::Tick& tick) noexcept {
  if (tick.received.fresh) delays.add(tick.time - tick.received.sample.sent);
}

double desired_level(const passivity::Params& params) noexcept {
  return params.method == passivity::Method::two_layer ? params.two_layer.desired_level : 0;
}

// whether samples take time from one side to the other
bool has_delay(const link::EmulatedLinkParams& link) noexcept {
  const auto delays = [](const link::NetworkParams& n) {
    return n.delay.mean > 0 || !n.delay.trace.empty() || n.bandwidth > 0;
  };
  return delays(link.to_follower) || delays(link.to_leader);
}

// too small to be seen in a plot of efforts or energies
bool is_nothing(const PlotSeries& series) {
  return std::all_of(series.data.begin(), series.data.end(),
                     [](float x) { return std::abs(x) < kVisible; });
}

// without the lines that show nothing
void add_if_any(ReportData& report, Plot plot) {
  std::erase_if(plot.series, is_nothing);
  if (!plot.series.empty()) report.plots.push_back(std::move(plot));
}

}  // namespace

SignalCollector::SignalCollector(const session::Scenario& scenario, session::Cast cast)
    : cast_(cast),
      has_tanks_(scenario.passivity.method != passivity::Method::none),
      has_delay_(cast != session::Cast::both || has_delay(scenario.link.emulated)),
      desired_level_(desired_level(scenario.passivity)),
      period_(core::duration_from_seconds(1 / scenario.rate)),
      decimator_(kSignals),
      to_follower_(period_),
      to_leader_(period_) {}

void SignalCollector::observe(const session::Tick& leader, const session::Tick& follower) noexcept {
  ports_.update(leader.time, {leader.measured.position, leader.measured.applied, false},
                {follower.measured.position, follower.measured.applied, false});
  // the clocks of two processes tell nothing of one way
  if (cast_ == session::Cast::both) {
    count_delay(to_leader_, leader);
    count_delay(to_follower_, follower);
  }

  Values values{};
  put_motion(values, leader, follower);
  put_account(values, leader.energy, follower.energy);
  put(values, leader_port, ports_.leader().absorbed());
  put(values, follower_port, ports_.follower().absorbed());
  put(values, both_ports, ports_.absorbed());
  put_round_trip(values, leader.quality);
  decimator_.add(core::seconds(leader.time), values);
}

PlotSeries SignalCollector::series(const char* label, const char* role, std::size_t signal) const {
  return {label, role, decimator_.signal(signal)};
}

void SignalCollector::add_to(ReportData& report) const {
  report.time_s = decimator_.time_s();
  add_motion(report);
  add_energy(report);
  if (has_delay_) add_link(report);
}

void SignalCollector::add_motion(ReportData& report) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    report.plots.push_back({.id = "position_" + axis,
                            .group = "Position",
                            .title = axis,
                            .unit = "mm",
                            .series = {series("leader", "leader", leader_position + i),
                                       series("follower", "follower", follower_position + i)}});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    report.plots.push_back(
        {.id = "force_" + axis,
         .group = "Force",
         .title = axis,
         .unit = "N",
         .series = of_sides(series("on the hand", "leader", hand_force + i),
                            series("on the tool", "follower", contact_force + i))});
    report.plots.back().series.push_back(series("spring", "other", spring_force + i));
  }
  if (cast_ != session::Cast::both) return;
  report.plots.push_back({.id = "tracking_error",
                          .group = "Error",
                          .title = "Tracking",
                          .unit = "mm",
                          .series = {series("|leader − follower|", "error", tracking_error)},
                          .metrics = {"tracking_error_mean", "tracking_error_max"}});
  report.plots.push_back({.id = "orientation_error",
                          .group = "Error",
                          .title = "Orientation",
                          .unit = "deg",
                          .series = {series("angle", "error", orientation_error)},
                          .metrics = {"orientation_error_mean", "orientation_error_max"}});
}

// lines that only one side can tell, as far as it is here
std::vector<PlotSeries> SignalCollector::of_sides(const PlotSeries& leader,
                                                  const PlotSeries& follower) const {
  if (cast_ == session::Cast::leader) return {leader};
  if (cast_ == session::Cast::follower) return {follower};
  return {leader, follower};
}

void SignalCollector::add_energy(ReportData& report) const {
  Plot ledger{
      .id = "ledger",
      .group = "Energy",
      .title = cast_ == session::Cast::both ? "Taken in by the ports" : "Taken in by the port",
      .unit = "J",
      .series = of_sides(series("leader", "leader", leader_port),
                         series("follower", "follower", follower_port)),
      .metrics = {"passivity_margin"}};
  if (cast_ == session::Cast::both) ledger.series.push_back(series("both", "other", both_ports));
  report.plots.push_back(std::move(ledger));
  if (has_tanks_) add_account(report);
}

void SignalCollector::add_account(ReportData& report) const {
  Plot tanks{.id = "tanks",
             .group = "Energy",
             .title = "Tanks",
             .unit = "mJ",
             .series = of_sides(series("leader", "leader", leader_tank),
                                series("follower", "follower", follower_tank)),
             .metrics = {"tank_min"}};
  if (auto set_aside = series("reserve", "other", reserve); !is_nothing(set_aside)) {
    tanks.series.push_back(std::move(set_aside));
  }
  if (desired_level_ > 0) {
    const auto level = static_cast<float>(kMilli * desired_level_);
    tanks.series.push_back({"desired", "limit", std::vector(report.time_s.size(), level)});
  }
  report.plots.push_back(std::move(tanks));

  if (has_delay_ && cast_ == session::Cast::both) {
    report.plots.push_back({.id = "energy_in_flight",
                            .group = "Energy",
                            .title = "In flight",
                            .unit = "mJ",
                            .series = {series("to the follower", "leader", energy_to_follower),
                                       series("to the leader", "follower", energy_to_leader)}});
  }
  add_if_any(report, {.id = "leader_effort",
                      .group = "Energy",
                      .title = "Passivity effort, leader",
                      .unit = "N",
                      .series = {series("tank level control", "leader", level_control),
                                 series("held back", "other", leader_held_back)},
                      .metrics = {"tlc_force_rms"}});
  add_if_any(report, {.id = "follower_effort",
                      .group = "Energy",
                      .title = "Passivity effort, follower",
                      .unit = "N m",
                      .series = {series("held back", "follower", follower_held_back)}});
}

void SignalCollector::add_link(ReportData& report) const {
  report.plots.push_back({.id = "round_trip",
                          .group = "Link",
                          .title = "Round trip",
                          .unit = "ms",
                          .series = {series("as estimated from echoes", "other", round_trip)}});
  const auto bars = DelayHistogram::side_by_side(to_follower_, to_leader_, kMaxBars);
  if (bars.from.empty()) return;
  PlotAxis delay{"delay", "ms", {}};
  for (const core::Duration from : bars.from) {
    // the middle of the delays that can be told apart
    delay.data.push_back(
        static_cast<float>(kMilli * core::seconds(from + (bars.width - period_) / 2)));
  }
  const auto counts = [](const std::vector<std::uint64_t>& samples) {
    return std::vector<float>(samples.begin(), samples.end());
  };
  report.plots.push_back({.id = "delay",
                          .group = "Link",
                          .title = "Delay, one way",
                          .unit = "samples",
                          .series = {{"to the follower", "leader", counts(bars.first)},
                                     {"to the leader", "follower", counts(bars.second)}},
                          .x = std::move(delay),
                          .bars = true});
}

}  // namespace tether::study
