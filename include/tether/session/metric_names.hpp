// The metrics of a session: stable names and units, in the order they are reported. What they mean
// is in docs/metrics.md; module study computes them. Here so that a scenario's bounds can be
// checked when it is read.
#pragma once

#include <array>
#include <string_view>

namespace tether::session {

struct MetricName {
  std::string_view name;
  std::string_view unit;  // SI
};

inline constexpr std::array kMetricNames{
    MetricName{"tracking_error_mean", "m"},
    MetricName{"tracking_error_max", "m"},
    MetricName{"orientation_error_mean", "rad"},
    MetricName{"orientation_error_max", "rad"},
    MetricName{"operator_force_mean", "N"},
    MetricName{"operator_force_max", "N"},
    MetricName{"contact_force_mean", "N"},
    MetricName{"contact_force_max", "N"},
    MetricName{"leader_travel", "m"},
    MetricName{"follower_travel", "m"},
    MetricName{"travel_ratio", "1"},
    MetricName{"force_error_mean", "N"},
    MetricName{"operator_work", "J"},
    MetricName{"oscillation_rate", "1/s"},
    MetricName{"tlc_force_rms", "N"},
    MetricName{"tank_min", "J"},
    MetricName{"passivity_margin", "J"},
};

// those of a user task, and of no other session
struct TaskMetricName : MetricName {
  std::string_view task;  // operator.task
};

inline constexpr std::array kTaskMetricNames{
    TaskMetricName{{"positioning_error_mean", "m"}, "positioning"},
    TaskMetricName{{"interaction_force_mean", "N"}, "peg_in_hole"},
    TaskMetricName{{"interaction_energy", "J"}, "peg_in_hole"},
    TaskMetricName{{"insertions", "1"}, "peg_in_hole"},
    TaskMetricName{{"insertion_time_mean", "s"}, "peg_in_hole"},
};

}  // namespace tether::session
