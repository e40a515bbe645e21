#include "tether/report/metrics/task_metrics.hpp"

#include <cmath>

namespace tether::report {
namespace {

using signals::metric;

using Task = scenario::OperatorParams::Task;

constexpr double kInteraction = 0.5;  // forces below it are no interaction [N]

}  // namespace

TaskMetrics::TaskMetrics(const scenario::Scenario& scenario)
    : task_(scenario.person.task),
      positioning_(scenario.person.positioning),
      peg_(scenario.person.peg_in_hole),
      tool_(scenario.person.tool_pickup),
      phases_(tool_),
      period_(1 / scenario.rate) {}

void TaskMetrics::add(const signals::Tick& follower) noexcept {
  if (task_ == Task::waypoints || task_ == Task::drive || task_ == Task::own) return;
  const double t = core::seconds(follower.time);
  const spatial::Pose tool{follower.tool.rotation, follower.coupling.send.pose.position};
  if (task_ == Task::positioning) return add_positioning(t, tool.position);
  if (task_ == Task::tool_pickup) return add_tool(t, follower);
  add_peg(t, tool);
  add_interaction(follower);
}

void TaskMetrics::add_positioning(double t, const spatial::Vector3& tool) noexcept {
  const int beeps = positioning_.beeps(t);
  if (beeps == 0 || t >= positioning_.end()) return;
  const spatial::Vector3 axis = (positioning_.second - positioning_.first).normalized();
  error_sum_ += std::abs((tool - positioning_.called(beeps)).dot(axis));
  ++positioned_;
}

void TaskMetrics::add_peg(double t, const spatial::Pose& tool) noexcept {
  const spatial::Vector3 tip = peg_.tip(tool);
  if (peg_.is_clear(tip)) {
    attempting_ = true;
    attempt_begin_ = t;
  } else if (attempting_ && peg_.is_in(tip)) {
    attempting_ = false;
    ++insertions_;
    time_sum_ += t - attempt_begin_;
  }
}

void TaskMetrics::add_tool(double t, const signals::Tick& follower) noexcept {
  const spatial::Vector3 place = tool_.place(follower.coupling.send.pose.position);
  const double force = follower.measured.external_at_tool.force.norm();
  phases_.update(t, place, force);
  if (force > tool_.contact_force) {
    force_sum_ += force;
    ++touched_;
  }
  if (!begin_) begin_ = place;
  if (phases_.touched()) return;
  const spatial::Vector3 line = (tool_.seat - *begin_).normalized();
  deviation_sum_ += line.cross(place - *begin_).norm();
  ++approached_;
}

void TaskMetrics::append_tool(std::vector<Metric>& metrics) const {
  if (approached_ > 0) {
    put(metrics, metric("path_deviation_mean"), deviation_sum_ / static_cast<double>(approached_));
  }
  if (touched_ > 0) {
    put(metrics, metric("touch_force_mean"), force_sum_ / static_cast<double>(touched_));
  }
  if (!phases_.touched()) return;
  put(metrics, metric("approach_time"), *phases_.touched());
  if (!phases_.aligned()) return;
  put(metrics, metric("search_time"), *phases_.aligned() - *phases_.touched());
  if (!phases_.inserted()) return;
  put(metrics, metric("insertion_time"), *phases_.inserted() - *phases_.aligned());
  put(metrics, metric("total_time"), *phases_.inserted());
}

void TaskMetrics::add_interaction(const signals::Tick& follower) noexcept {
  const spatial::Wrench& w = follower.measured.external_at_tool;
  const double force = w.force.lpNorm<1>();
  if (force <= kInteraction) return;
  force_sum_ += force;
  ++touched_;
  const spatial::Twist& twist = follower.twist;
  const spatial::Vector3 velocity = twist.linear + twist.angular.cross(follower.tool.position);
  energy_ += period_ * std::abs(w.force.dot(velocity) + w.torque.dot(twist.angular));
}

std::optional<bool> TaskMetrics::finished() const noexcept {
  if (task_ == Task::tool_pickup) return phases_.inserted().has_value();
  if (task_ == Task::peg_in_hole) return insertions_ >= peg_.insertions;
  return std::nullopt;
}

void TaskMetrics::append_to(std::vector<Metric>& metrics) const {
  if (positioned_ > 0) {
    put(metrics, metric("positioning_error_mean"), error_sum_ / static_cast<double>(positioned_));
  }
  if (task_ == Task::tool_pickup) return append_tool(metrics);
  if (task_ != Task::peg_in_hole) return;
  if (touched_ > 0) {
    put(metrics, metric("interaction_force_mean"), force_sum_ / static_cast<double>(touched_));
  }
  put(metrics, metric("interaction_energy"), energy_);
  put(metrics, metric("insertions"), insertions_);
  if (insertions_ > 0) put(metrics, metric("insertion_time_mean"), time_sum_ / insertions_);
}

}  // namespace tether::report
