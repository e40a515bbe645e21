// The plots of motion, energy and link, and of a platform that is driven.
#include <algorithm>
#include <cmath>

#include "report/plots/signal_values.hpp"
#include "tether/report/plots/signals.hpp"
#include "tether/report/text_table.hpp"

namespace tether::report {
namespace {

constexpr std::size_t kMaxBars = 48;
constexpr float kVisible = 1e-3F;  // [mJ, N or N m]

}  // namespace

Plot plot(const std::string& id, const char* group, const std::string& title, const char* unit,
          std::vector<PlotSeries> series, std::vector<std::string> metrics,
          std::vector<PlotLimit> limits) {
  return {id, group, title, unit, std::move(series), std::move(metrics), std::move(limits)};
}

bool is_nothing(const PlotSeries& series) {
  return std::all_of(series.data.begin(), series.data.end(),
                     [](float x) { return std::abs(x) < kVisible; });
}

void add_if_any(ReportData& report, Plot plot) {
  std::erase_if(plot.series, is_nothing);
  if (!plot.series.empty()) report.plots.push_back(std::move(plot));
}

void SignalCollector::add_motion(ReportData& report) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    report.plots.push_back(plot("position_" + axis, "Position", axis, "mm",
                                {series("leader", "leader", leader_position + i),
                                 series("follower", "follower", follower_position + i)}));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    report.plots.push_back(plot("force_" + axis, "Force", axis, "N",
                                of_sides(series("on the hand", "leader", hand_force + i),
                                         series("on the tool", "follower", contact_force + i))));
    report.plots.back().series.push_back(series("spring", "other", spring_force + i));
    if (assisted_) {
      report.plots.back().series.push_back(series("fixtures", "error", assist_force + i));
    }
  }
  if (turns_) add_torque(report);
}

void SignalCollector::add_errors(ReportData& report) const {
  if (sides_ != signals::LocalSides::both) return;
  report.plots.push_back(plot("tracking_error", "Error", "Tracking", "mm",
                              {series("|leader − follower|", "error", tracking_error)},
                              {"tracking_error_mean", "tracking_error_max"}));
  report.plots.push_back(plot("orientation_error", "Error", "Orientation", "deg",
                              {series("angle", "error", orientation_error)},
                              {"orientation_error_mean", "orientation_error_max"}));
}

// lines that only one side can measure, as far as it is here
std::vector<PlotSeries> SignalCollector::of_sides(const PlotSeries& leader,
                                                  const PlotSeries& follower) const {
  if (sides_ == signals::LocalSides::leader) return {leader};
  if (sides_ == signals::LocalSides::follower) return {follower};
  return {leader, follower};
}

void SignalCollector::add_energy(ReportData& report) const {
  Plot ledger = plot(
      "ledger", "Energy",
      sides_ == signals::LocalSides::both ? "Taken in by the ports" : "Taken in by the port", "J",
      of_sides(series("leader", "leader", leader_port),
               series("follower", "follower", follower_port)),
      {"passivity_margin"});
  if (sides_ == signals::LocalSides::both)
    ledger.series.push_back(series("both", "other", both_ports));
  report.plots.push_back(std::move(ledger));
  if (assisted_) {
    report.plots.push_back(plot("assist_energy", "Energy", "Given by the fixtures", "J",
                                {series("to the hand", "leader", assist_energy)},
                                {"assist_energy"}));
  }
  if (has_tanks_) add_account(report);
}

void SignalCollector::add_account(ReportData& report) const {
  Plot tanks = plot("tanks", "Energy", "Tanks", "mJ",
                    of_sides(series("leader", "leader", leader_tank),
                             series("follower", "follower", follower_tank)),
                    {"tank_min"});
  if (auto set_aside = series("reserve", "other", reserve); !is_nothing(set_aside)) {
    tanks.series.push_back(std::move(set_aside));
  }
  if (desired_level_ > 0) {
    const auto level = static_cast<float>(kMilli * desired_level_);
    tanks.series.push_back({"desired", "limit", std::vector(report.time_s.size(), level)});
  }
  report.plots.push_back(std::move(tanks));

  if (has_delay_ && sides_ == signals::LocalSides::both) {
    report.plots.push_back(plot("energy_in_flight", "Energy", "In flight", "mJ",
                                {series("to the follower", "leader", energy_to_follower),
                                 series("to the leader", "follower", energy_to_leader)}));
  }
  add_if_any(report, plot("leader_effort", "Energy", "Passivity effort, leader", "N",
                          {series("tank level control", "leader", level_control),
                           series("held back", "other", leader_held_back)},
                          {"tlc_force_rms"}));
  add_if_any(report, plot("follower_effort", "Energy", "Passivity effort, follower", "N m",
                          {series("held back", "follower", follower_held_back)}));
}

void SignalCollector::add_link(ReportData& report) const {
  report.plots.push_back(plot("round_trip", "Link", "Round trip", "ms",
                              {series("as estimated from echoes", "other", round_trip)}));
  const auto bars = DelayHistogram::side_by_side(to_follower_, to_leader_, kMaxBars);
  if (bars.from.empty()) return;
  PlotAxis delay{"delay", "ms", {}};
  for (const core::Duration from : bars.from) {
    // the middle of the delays that can be distinguished
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

void SignalCollector::add_drive(ReportData& report) const {
  report.plots.push_back(plot(
      "speed", "Platform", "Forward", "m/s",
      {series("commanded", "leader", speed_wanted), series("driven", "follower", speed_made)}));
  report.plots.push_back(
      plot("turn", "Platform", "Turn, left positive", "rad/s",
           {series("commanded", "leader", turn_wanted), series("driven", "follower", turn_made)}));
  report.plots.push_back(plot("handle", "Handle", "From its centre", "mm",
                              {series("x, to the right", "leader", leader_position),
                               series("z, towards the person", "other", leader_position + 2)}));
  report.plots.push_back(plot("obstruction_ahead", "Obstacles", "Obstruction ahead and behind", "1",
                              {series("forward", "follower", obstructions),
                               series("backward", "other", obstructions + 1)}));
  report.plots.push_back(plot(
      "obstruction_beside", "Obstacles", "Obstruction to the sides", "1",
      {series("left", "leader", obstructions + 2), series("right", "error", obstructions + 3)}));
  report.plots.push_back(plot(
      "force_x", "Force", "x, to the right", "N",
      {series("on the hand", "leader", hand_force), series("obstacles", "error", obstacle_force)},
      {"operator_force_mean", "operator_force_max"}));
  report.plots.push_back(plot("force_z", "Force", "z, towards the person", "N",
                              {series("on the hand", "leader", hand_force + 2),
                               series("obstacles", "error", obstacle_force + 2)}));
  report.plots.push_back(plot("store", "Energy", "Store of the obstacles", "mJ",
                              {series("store", "other", obstacle_store)}));
}

}  // namespace tether::report
