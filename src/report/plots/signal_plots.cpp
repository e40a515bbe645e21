// The plots of motion, energy and link.
#include <algorithm>
#include <cmath>

#include "report/plots/signal_values.hpp"
#include "tether/report/plots/axis_names.hpp"
#include "tether/report/plots/signals.hpp"

namespace tether::report {
namespace {

constexpr std::size_t kMaxBars = 48;
constexpr float kVisible = 1e-3F;  // [mJ, N or N m]

}  // namespace

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
    if (assisted_) {
      report.plots.back().series.push_back(series("fixtures", "error", assist_force + i));
    }
  }
  if (turns_) add_torque(report);
}

void SignalCollector::add_errors(ReportData& report) const {
  if (sides_ != signals::LocalSides::both) return;
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

// lines that only one side can measure, as far as it is here
std::vector<PlotSeries> SignalCollector::of_sides(const PlotSeries& leader,
                                                  const PlotSeries& follower) const {
  if (sides_ == signals::LocalSides::leader) return {leader};
  if (sides_ == signals::LocalSides::follower) return {follower};
  return {leader, follower};
}

void SignalCollector::add_energy(ReportData& report) const {
  Plot ledger{.id = "ledger",
              .group = "Energy",
              .title = sides_ == signals::LocalSides::both ? "Taken in by the ports"
                                                           : "Taken in by the port",
              .unit = "J",
              .series = of_sides(series("leader", "leader", leader_port),
                                 series("follower", "follower", follower_port)),
              .metrics = {"passivity_margin"}};
  if (sides_ == signals::LocalSides::both)
    ledger.series.push_back(series("both", "other", both_ports));
  report.plots.push_back(std::move(ledger));
  if (assisted_) {
    report.plots.push_back({.id = "assist_energy",
                            .group = "Energy",
                            .title = "Given by the fixtures",
                            .unit = "J",
                            .series = {series("to the hand", "leader", assist_energy)},
                            .metrics = {"assist_energy"}});
  }
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

  if (has_delay_ && sides_ == signals::LocalSides::both) {
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

}  // namespace tether::report
