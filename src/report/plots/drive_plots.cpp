// The plots of a platform that is driven.
#include "report/plots/signal_values.hpp"
#include "tether/report/plots/signals.hpp"

namespace tether::report {

void SignalCollector::add_drive(ReportData& report) const {
  const auto plot = [&](const char* id, const char* group, const char* title, const char* unit,
                        std::vector<PlotSeries> lines, std::vector<std::string> metrics = {}) {
    report.plots.push_back({.id = id,
                            .group = group,
                            .title = title,
                            .unit = unit,
                            .series = std::move(lines),
                            .metrics = std::move(metrics)});
  };
  plot("speed", "Platform", "Forward", "m/s",
       {series("commanded", "leader", speed_wanted), series("driven", "follower", speed_made)});
  plot("turn", "Platform", "Turn, left positive", "rad/s",
       {series("commanded", "leader", turn_wanted), series("driven", "follower", turn_made)});
  plot("handle", "Handle", "From its centre", "mm",
       {series("x, to the right", "leader", leader_position),
        series("z, towards the person", "other", leader_position + 2)});
  plot(
      "obstruction_ahead", "Obstacles", "Obstruction ahead and behind", "1",
      {series("forward", "follower", obstructions), series("backward", "other", obstructions + 1)});
  plot("obstruction_beside", "Obstacles", "Obstruction to the sides", "1",
       {series("left", "leader", obstructions + 2), series("right", "error", obstructions + 3)});
  plot("force_x", "Force", "x, to the right", "N",
       {series("on the hand", "leader", hand_force), series("obstacles", "error", obstacle_force)},
       {"operator_force_mean", "operator_force_max"});
  plot("force_z", "Force", "z, towards the person", "N",
       {series("on the hand", "leader", hand_force + 2),
        series("obstacles", "error", obstacle_force + 2)});
  plot("store", "Energy", "Store of the obstacles", "mJ",
       {series("store", "other", obstacle_store)});
}

}  // namespace tether::report
