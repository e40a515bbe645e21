// Figures of merit of the user tasks, from what the follower did. Positions are those of its tool
// in the leader's workspace.
//   positioning error   |(p − p_called) · u|, u from mark to mark, between first and last beep  [m]
//   interaction force   |Fx| + |Fy| + |Fz| between peg and plate, mean of what exceeds 0.5 N    [N]
//   interaction energy  ∫ |F · v + τ · ω| dt while the force exceeds 0.5 N                      [J]
//   approach, search, insertion, total time of a tool that is picked up: tool_pickup_task.hpp   [s]
//   path deviation      distance of the tool from the straight line start – seat, mean until
//   contact insertion time      from entering the sphere around the hole until the peg is in [s]
// Nijhof, Teleoperation using passive control and LUNA network channels, 2018, 5.2.4 and 7.2.
#pragma once

#include <optional>
#include <vector>

#include "tether/report/metrics/metric.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::report {

// of one stretch of time
class TaskMetrics {
 public:
  explicit TaskMetrics(const scenario::Scenario& scenario);
  void add(const signals::Tick& follower) noexcept;
  // appends what applies to the scenario's task and could be measured; nothing for way-points
  void append_to(std::vector<Metric>& metrics) const;
  // whether what was to be done was seen to be done; none where only the person knows
  std::optional<bool> finished() const noexcept;

 private:
  void add_positioning(double t, const spatial::Vector3& tool) noexcept;
  void add_tool(double t, const signals::Tick& follower) noexcept;
  void append_tool(std::vector<Metric>& metrics) const;
  void add_peg(double t, const spatial::Pose& tool) noexcept;
  void add_interaction(const signals::Tick& follower) noexcept;

  scenario::OperatorParams::Task task_;
  sim::PositioningTask positioning_;
  sim::PegTask peg_;
  sim::ToolPickupTask tool_;
  sim::ToolPickupPhases phases_;
  double period_;  // of a tick [s]

  double error_sum_ = 0;                      // [m]
  double force_sum_ = 0;                      // [N]
  double energy_ = 0;                         // [J]
  double time_sum_ = 0;                       // of insertions [s]
  std::size_t positioned_ = 0, touched_ = 0;  // ticks
  int insertions_ = 0;
  std::optional<spatial::Vector3> begin_;  // place of the changer at first [m]
  double deviation_sum_ = 0;               // [m]
  std::size_t approached_ = 0;             // ticks
  bool attempting_ = false;                // since the tip was last clear of the hole
  double attempt_begin_ = 0;
};

}  // namespace tether::report
