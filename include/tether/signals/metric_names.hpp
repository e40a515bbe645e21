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

// who can tell a metric
enum class Teller : std::uint8_t { both_together, leader, follower, either };

struct MetricName {
  std::string_view name;
  std::string_view unit;  // SI
  Teller teller = Teller::both_together;
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
    MetricName{"operator_force_mean", "N", Teller::leader},
    MetricName{"operator_force_max", "N", Teller::leader},
    MetricName{"contact_force_mean", "N", Teller::follower},
    MetricName{"contact_force_max", "N", Teller::follower},
    MetricName{"leader_travel", "m", Teller::leader},
    MetricName{"follower_travel", "m", Teller::follower},
    MetricName{"travel_ratio", "1"},
    MetricName{"force_error_mean", "N"},
    MetricName{"phantom_force_mean", "N"},
    MetricName{"operator_work", "J", Teller::leader},
    MetricName{"oscillation_rate", "1/s", Teller::leader},
    MetricName{"tlc_force_rms", "N", Teller::leader},
    MetricName{"tank_min", "J", Teller::either},
    MetricName{"leader_starved_s", "s", Teller::leader},
    MetricName{"leader_held_back_share", "1", Teller::leader},
    MetricName{"follower_starved_s", "s", Teller::follower},
    MetricName{"follower_held_back_share", "1", Teller::follower},
    MetricName{"passivity_margin", "J"},
    MetricName{"total_energy_max", "J"},
    MetricName{"power_to_hand_max", "W", Teller::leader},
    MetricName{"spring_force_max", "N", Teller::leader},
    MetricName{"force_difference_mean", "N", Teller::leader},
    MetricName{"torque_difference_mean", "N m", Teller::leader},
    MetricName{"limited_force_step_max", "N", Teller::leader},
    MetricName{"fence_penetration_max", "m", Teller::leader},
    MetricName{"assist_force_mean", "N", Teller::leader},
    MetricName{"assist_force_max", "N", Teller::leader},
    MetricName{"assist_energy", "J", Teller::leader},
    MetricName{"assist_chatter", "1/s", Teller::leader},
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

// whether a process that plays these sides can tell it
constexpr bool is_told_by(Cast cast, const MetricName& metric) noexcept {
  switch (metric.teller) {
    case Teller::leader:
      return cast != Cast::follower;
    case Teller::follower:
      return cast != Cast::leader;
    case Teller::either:
      return true;
    case Teller::both_together:
      break;
  }
  return cast == Cast::both;
}

}  // namespace tether::signals
