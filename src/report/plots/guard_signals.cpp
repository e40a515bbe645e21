// The plots of what the guards bound, and of the torques of a leader that turns.
#include <algorithm>

#include "report/plots/signal_values.hpp"
#include "tether/report/plots/signals.hpp"
#include "tether/report/text_table.hpp"

namespace tether::report {
namespace {

constexpr double kPercent = 100;

void put_device(Values& values, std::size_t first, const guard::DeviceGuardsReport& did,
                double power) noexcept {
  put(values, first + power_in, power);
  put(values, first + power_taken, did.power);
  // infinite while no box is in force: a gap
  put(values, first + fence_distance, kMilli * did.fence_distance);
  put(values, first + torque_rate, did.torque_rate);
  put(values, first + stopped, did.stop == guard::StopReason::none ? 0 : 1);
  // a device that only brakes takes none of the following
  if (did.stop != guard::StopReason::none) return;
  put(values, first + fence_force, did.fence);
  put(values, first + joint_stop, did.joint_stops);
  put(values, first + joint_speed, did.joint_speed);
  put(values, first + tool_speed, did.tool_speed);
}

}  // namespace

void put_guards(Values& values, const signals::Tick& leader, const signals::Tick& follower,
                const Powers& power, signals::LocalSides sides) noexcept {
  const guard::WrenchBounds::Out& spring = follower.bounds;
  const bool follower_only = sides == signals::LocalSides::follower;
  put(values, total_energy, leader.kinetic + follower.coupling.potential);
  put(values, known_energy, spring.energy);
  put(values, spring_share, kPercent * spring.energy_share * spring.force_share);
  put(values, hand_share, kPercent * leader.bounds.hand_share);
  put(values, spring_norm, (follower_only ? follower : leader).coupling.wrench.force.norm());
  put_device(values, leader_guards, leader.guard, power.leader);
  put_device(values, follower_guards, follower.guard, power.follower);
}

void SignalCollector::add_torque(ReportData& report) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    Plot shown = plot("torque_" + axis, "Torque", axis, "N m",
                      of_sides(series("on the hand", "leader", hand_torque + i),
                               series("on the tool", "follower", contact_torque + i)));
    shown.series.push_back(series("spring", "other", spring_torque + i));
    report.plots.push_back(std::move(shown));
  }
}

void SignalCollector::add_guards(ReportData& report) const {
  if (bounds_.max_energy && sides_ != signals::LocalSides::leader) add_energy_bound(report);
  if (bounds_.max_force) {
    report.plots.push_back(plot("spring_force", "Guards", "Spring force", "N",
                                {series("norm", "other", spring_norm)}, {"spring_force_max"},
                                {{"bound", *bounds_.max_force}}));
  }
  add_shares(report);
  if (sides_ != signals::LocalSides::follower) {
    add_device_guards(report, "leader", leader_guard_, leader_guards);
  }
  if (sides_ != signals::LocalSides::leader) {
    add_device_guards(report, "follower", follower_guard_, follower_guards);
  }
  add_if_any(
      report,
      plot("stopped", "Guards", "Stopped", "1 = only brakes",
           of_sides(series("leader", "leader", std::size_t{leader_guards} + stopped),
                    series("follower", "follower", std::size_t{follower_guards} + stopped))));
}

void SignalCollector::add_energy_bound(ReportData& report) const {
  Plot shown = plot("total_energy", "Guards", "Energy of motion and spring", "J", {},
                    {"total_energy_max"}, {{"bound", *bounds_.max_energy}});
  if (sides_ == signals::LocalSides::both) {
    shown.series.push_back(series("motion + spring", "leader", total_energy));
  }
  shown.series.push_back(series("as the follower knows it", "follower", known_energy));
  report.plots.push_back(std::move(shown));
}

// only when something was taken; a hand's force that is eased in at the start is nothing taken
void SignalCollector::add_shares(ReportData& report) const {
  Plot shown = plot("spring_share", "Guards", "Left of the spring", "%", {});
  const bool bounded = bounds_.max_energy || bounds_.max_force;
  if (bounded && sides_ != signals::LocalSides::leader) {
    shown.series.push_back(series("by energy and force bound", "other", spring_share));
  }
  if (leader_guard_.hand && sides_ != signals::LocalSides::follower) {
    shown.series.push_back(series("for a hand that is there", "leader", hand_share));
  }
  std::erase_if(shown.series,
                [](const PlotSeries& s) { return std::is_sorted(s.data.begin(), s.data.end()); });
  if (!shown.series.empty()) report.plots.push_back(std::move(shown));
}

void SignalCollector::add_device_guards(ReportData& report, const std::string& side,
                                        const scenario::SideGuardParams& guard,
                                        std::size_t first) const {
  const char* role = side == "leader" ? "leader" : "follower";
  if (guard.max_power) {
    Plot shown = plot(side + "_power", "Guards",
                      side == "leader" ? "Power into the hand" : "Power into the follower", "W",
                      {series("of the controller", role, first + power_in)}, {},
                      {{"bound", *guard.max_power}});
    if (side == "leader") shown.metrics = {"power_to_hand_max"};
    if (auto taken = series("taken away", "other", first + power_taken); !is_nothing(taken)) {
      shown.series.push_back(std::move(taken));
    }
    report.plots.push_back(std::move(shown));
  }
  if (guard.fence) {
    report.plots.push_back(
        plot(side + "_fence_distance", "Guards", "Distance to the fence, " + side, "mm",
             {series("tool to nearest box", role, first + fence_distance)}, {}, {{"box", 0}}));
    add_if_any(report, plot(side + "_fence_force", "Guards", "Force of the fence, " + side, "N",
                            {series("on the tool", role, first + fence_force)}, {},
                            {{"bound", guard.fence->geofence.max_force}}));
  }
  add_if_any(report, plot(side + "_guard_effort", "Guards", "Changed by limits, " + side, "N m",
                          {series("joint stops", role, first + joint_stop),
                           series("joint speed", "other", first + joint_speed),
                           series("tool speed", "other", first + tool_speed),
                           series("torque rate", "other", first + torque_rate)}));
}

}  // namespace tether::report
