#include "tether/report/summary.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "tether/report/certificate.hpp"
#include "tether/report/machine_report.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/signals/metric_names.hpp"

namespace tether::report {
namespace {

using Json = nlohmann::ordered_json;

const PhaseMetrics* window(const Summary& summary, const std::string& phase) {
  if (phase.empty()) return &summary.overall;
  const auto found = std::ranges::find(summary.phases, phase, &PhaseMetrics::name);
  return found == summary.phases.end() || !found->reached() ? nullptr : &*found;
}

// until: the session's end [s]; none when it ended sooner because its task was done
Check check_of(const Summary& summary, const scenario::Expectation& e,
               std::optional<double> until) {
  Check check{.expectation = e, .value = std::nullopt};
  const PhaseMetrics* seen = window(summary, e.phase);
  if (seen == nullptr) {
    check.missing = Check::Missing::phase;
    return check;
  }
  if (!e.phase.empty() && until && *until < seen->to) {
    check.missing = Check::Missing::rest;
    return check;
  }
  const Metric* found = find_metric(seen->metrics, e.metric);
  if (found == nullptr || !std::isfinite(found->value)) {
    check.missing = Check::Missing::metric;
    return check;
  }
  check.value = found->value;
  check.ok = found->value >= e.min && found->value <= e.max;
  return check;
}

// one side alone knows neither of phases nor of what takes both
bool can_be_measured_by(signals::LocalSides sides, const scenario::Expectation& e,
                        const scenario::Extensions& extensions) {
  if (sides == signals::LocalSides::both) return true;
  if (const auto* own = extensions.metrics.find(e.metric)) {
    return e.phase.empty() &&
           signals::is_measured_by(sides, {.name = own->name, .measured_by = own->measured_by});
  }
  const auto known = std::ranges::find(signals::kMetricNames, e.metric, &signals::MetricName::name);
  return e.phase.empty() && known != signals::kMetricNames.end() &&
         signals::is_measured_by(sides, *known);
}

Json metrics_json(const PhaseMetrics& window) {
  Json json = Json::object();
  for (const Metric& m : window.metrics) {
    json[std::string(m.name)] = {{"value", m.value}, {"unit", m.unit}};
  }
  return json;
}

// infinite bounds are no bounds
Json bound(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json check_json(const Check& check) {
  const auto& e = check.expectation;
  return {{"metric", e.metric},
          {"phase", e.phase.empty() ? Json(nullptr) : Json(e.phase)},
          {"min", bound(e.min)},
          {"max", bound(e.max)},
          {"value", check.value ? Json(*check.value) : Json(nullptr)},
          {"ok", check.ok}};
}

Json datagrams_json(const link::LinkCounts& c) {
  return {{"sent", c.sent},
          {"received", c.received},
          {"send_failed", c.send_failed},
          {"connections", c.connections},
          {"dropped",
           {{"forged", c.forged},
            {"replayed", c.replayed},
            {"truncated", c.truncated},
            {"oversized", c.oversized},
            {"garbage", c.garbage},
            {"wrong_version", c.wrong_version},
            {"same_role", c.same_role},
            {"bad_content", c.bad_content},
            {"other_connection", c.other_connection}}}};
}

double value_or_zero(const Summary& summary, std::string_view name) {
  const Metric* found = find_metric(summary.overall.metrics, name);
  return found == nullptr ? 0 : found->value;
}

Json passivity_json(const scenario::Scenario& scenario, const passivity::Certificate& c,
                    const Summary& summary, signals::LocalSides sides) {
  using signals::SideName;
  return {{"verdict", passivity::name(c.verdict)},
          {"finding", finding(c, scenario, sides)},
          {"margin_j", c.margin_j},
          {"least_j", c.least_j},
          {"first_violation_s", c.first_violation_s ? Json(*c.first_violation_s) : Json(nullptr)},
          {"voided_by", c.voided_by},
          {"method", scenario::guarantee_name(scenario)},
          {"port",
           {{"leader", name(energy_port(scenario, SideName::leader))},
            {"follower", name(energy_port(scenario, SideName::follower))}}},
          {"counted",
           {{"leader", counted(scenario, SideName::leader)},
            {"follower", counted(scenario, SideName::follower)}}},
          {"stored_j", c.stored_j},
          {"tolerance_j", c.tolerance_j},
          {"uncertain_j", c.uncertain_j},
          {"taken_in_j", {{"leader", c.leader_j}, {"follower", c.follower_j}, {"sum", c.final_j}}},
          {"starved_s",
           {{"leader", value_or_zero(summary, "leader_starved_s")},
            {"follower", value_or_zero(summary, "follower_starved_s")}}}};
}

}  // namespace

Summary summarise(const scenario::Scenario& scenario, const session::RunResult& result,
                  const MetricsCollector& metrics, const GuardCollector& guards,
                  const SummaryOptions& options) {
  Summary summary;
  summary.overall = metrics.overall();
  summary.phases = metrics.phases();
  summary.guards = guards.verdict();
  const auto until =
      result.task_done.value_or(false) ? std::nullopt : std::optional(scenario.duration);
  for (const scenario::Expectation& e : scenario.expect) {
    if (can_be_measured_by(options.local_sides, e, *scenario.extensions)) {
      summary.checks.push_back(check_of(summary, e, until));
    } else {
      summary.not_judged.push_back(e);
    }
  }
  Judgement judgement =
      judge({.scenario = scenario,
             .result = result,
             .checks = summary.checks,
             .guards = summary.guards,
             .engaged = metrics.engaged(),
             .task_finished =
                 options.led_by_a_person ? std::nullopt : metrics.task_finished(result.task_done)});
  summary.verdict = judgement.verdict;
  summary.reasons = std::move(judgement.reasons);
  return summary;
}

Json to_json(const scenario::Scenario& scenario, const session::RunResult& result,
             const Summary& summary, signals::LocalSides sides) {
  Json json{{"scenario", scenario.name},
            {"seed", scenario.seed},
            {"duration_s", result.duration},
            {"verdict", to_string(summary.verdict)},
            {"reasons", summary.reasons}};
  if (result.fault) {
    json["fault"] = {{"kind", core::name(result.fault.kind)},
                     {"detail", core::describe(result.fault)}};
  }
  json["passivity"] = passivity_json(scenario, result.certificate, summary, sides);
  const GuardVerdict& guards = summary.guards;
  if (!guards.bounds.empty() || !guards.stops.empty()) json["guards"] = to_json(guards);
  json["metrics"] = metrics_json(summary.overall);
  json["phases"] = Json::array();
  for (const PhaseMetrics& phase : summary.phases) {
    json["phases"].push_back({{"name", phase.name},
                              {"from_s", phase.from},
                              {"to_s", phase.to},
                              {"reached", phase.reached()},
                              {"metrics", metrics_json(phase)}});
  }
  json["expect"] = Json::array();
  for (const Check& check : summary.checks) json["expect"].push_back(check_json(check));
  for (const scenario::Expectation& e : summary.not_judged) {
    json["not_judged"].push_back(e.phase.empty() ? e.metric : e.metric + " of " + e.phase);
  }
  json["events"] = Json::array();
  for (const record::Event& event : result.events) {
    json["events"].push_back({{"t_s", core::seconds(event.time)},
                              {"what", std::string(event.what.view())},
                              {"detail", std::string(event.detail.view())}});
  }
  if (result.events_dropped > 0) json["events_dropped"] = result.events_dropped;
  json["machine"] = {{"build", session::build_fingerprint()}};
  if (result.wall_seconds > 0) {
    json["machine"].update(
        {{"wall_s", result.wall_seconds},
         {"real_time_factor", result.duration / result.wall_seconds},
         {"tick_us", 1e6 * result.wall_seconds /
                         static_cast<double>(std::max<std::uint64_t>(result.ticks, 1))}});
  }
  if (result.loops.empty()) return json;

  // of a session in wall time
  if (!result.failure.empty()) json["failure"] = result.failure;
  json["machine"].erase("tick_us");  // the loops say it better
  json["machine"].update(machine_json(machine_report(result.loops)));
  json["machine"]["refused"] = result.refused;
  json["recording"] = {{"ticks_lost", result.ticks_lost}, {"messages_dropped", result.log_dropped}};
  for (const auto& [side, counts] : result.datagrams) json["link"][side] = datagrams_json(counts);
  return json;
}

}  // namespace tether::report
