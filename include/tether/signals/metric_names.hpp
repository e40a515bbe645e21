// The metrics of a session, each declared once: stable name, unit, and whose sessions have it, in
// the order they are reported. What they mean is in docs/metrics.md; module report computes them
// and puts each under its declaration, metric("tracking_error_mean"). Here so that a scenario's
// bounds can be checked when it is read.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tether/signals/tick.hpp"

namespace tether::signals {

// who can measure a metric
enum class MeasuredBy : std::uint8_t { both_together, leader, follower, either };

struct MetricName {
  std::string_view name;
  std::string_view unit;  // SI
  MeasuredBy measured_by = MeasuredBy::both_together;
  std::string_view task = {};      // operator.task; any when empty
  std::string_view coupling = {};  // coupling.kind; any when empty

  constexpr bool of_every_session() const noexcept { return task.empty() && coupling.empty(); }
};

constexpr MetricName of_task(std::string_view name, std::string_view unit, std::string_view task) {
  return {.name = name, .unit = unit, .task = task};
}
constexpr MetricName of_coupling(std::string_view name, std::string_view unit,
                                 std::string_view coupling) {
  return {.name = name, .unit = unit, .coupling = coupling};
}

inline constexpr std::array kMetricNames{
    MetricName{"tracking_error_mean", "m"},
    MetricName{"tracking_error_max", "m"},
    MetricName{"tracking_error_delayed_mean", "m"},
    MetricName{"tracking_error_delayed_max", "m"},
    MetricName{"follower_reach", "1"},
    MetricName{"follower_lag_s", "s"},
    MetricName{"orientation_error_mean", "rad"},
    MetricName{"orientation_error_max", "rad"},
    MetricName{"operator_force_mean", "N", MeasuredBy::leader},
    MetricName{"operator_force_max", "N", MeasuredBy::leader},
    MetricName{"contact_force_mean", "N", MeasuredBy::follower},
    MetricName{"contact_force_max", "N", MeasuredBy::follower},
    MetricName{"leader_travel", "m", MeasuredBy::leader},
    MetricName{"follower_travel", "m", MeasuredBy::follower},
    MetricName{"travel_ratio", "1"},
    MetricName{"force_error_mean", "N"},
    MetricName{"phantom_force_mean", "N"},
    MetricName{"operator_work", "J", MeasuredBy::leader},
    MetricName{"oscillation_rate", "1/s", MeasuredBy::leader},
    MetricName{"tlc_force_rms", "N", MeasuredBy::leader},
    MetricName{"tank_min", "J", MeasuredBy::either},
    MetricName{"leader_starved_s", "s", MeasuredBy::leader},
    MetricName{"leader_held_back_share", "1", MeasuredBy::leader},
    MetricName{"follower_starved_s", "s", MeasuredBy::follower},
    MetricName{"follower_held_back_share", "1", MeasuredBy::follower},
    MetricName{"passivity_margin", "J"},
    MetricName{"outside_energy_min", "J"},
    MetricName{"motor_energy_min", "J"},
    MetricName{"total_energy_max", "J"},
    MetricName{"power_to_hand_max", "W", MeasuredBy::leader},
    MetricName{"spring_force_max", "N", MeasuredBy::leader},
    MetricName{"force_difference_mean", "N", MeasuredBy::leader},
    MetricName{"torque_difference_mean", "N m", MeasuredBy::leader},
    MetricName{"limited_force_step_max", "N", MeasuredBy::leader},
    MetricName{"fence_penetration_max", "m", MeasuredBy::leader},
    MetricName{"assist_force_mean", "N", MeasuredBy::leader},
    MetricName{"assist_force_max", "N", MeasuredBy::leader},
    MetricName{"assist_energy", "J", MeasuredBy::leader},
    MetricName{"assist_chatter", "1/s", MeasuredBy::leader},
    of_task("positioning_error_mean", "m", "positioning"),
    of_task("interaction_force_mean", "N", "peg_in_hole"),
    of_task("interaction_energy", "J", "peg_in_hole"),
    of_task("insertions", "1", "peg_in_hole"),
    of_task("insertion_time_mean", "s", "peg_in_hole"),
    of_task("approach_time", "s", "tool_pickup"),
    of_task("search_time", "s", "tool_pickup"),
    of_task("insertion_time", "s", "tool_pickup"),
    of_task("total_time", "s", "tool_pickup"),
    of_task("path_deviation_mean", "m", "tool_pickup"),
    of_task("touch_force_mean", "N", "tool_pickup"),
    of_task("collisions", "1", "drive"),
    of_task("clearance_min", "m", "drive"),
    of_task("stop_error", "m", "drive"),
    of_task("lateral_rms", "m", "drive"),
    of_task("course_share", "1", "drive"),
    of_task("driving_time", "s", "drive"),
    of_coupling("display_lag", "s", "force-position"),
    of_coupling("display_error_rms", "m", "force-position"),
};

// the declaration of that name; a name without one does not compile
consteval const MetricName& metric(std::string_view name) {
  for (const MetricName& known : kMetricNames) {
    if (known.name == name) return known;
  }
  throw "no metric of this name is declared";
}

// whether a process with these local sides can measure it
constexpr bool is_measured_by(LocalSides sides, const MetricName& metric) noexcept {
  switch (metric.measured_by) {
    case MeasuredBy::leader:
      return sides != LocalSides::follower;
    case MeasuredBy::follower:
      return sides != LocalSides::leader;
    case MeasuredBy::either:
      return true;
    case MeasuredBy::both_together:
      break;
  }
  return sides == LocalSides::both;
}

}  // namespace tether::signals
