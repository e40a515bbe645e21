#include "tether/study/summary.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "tether/session/guarantee.hpp"
#include "tether/session/log_file.hpp"
#include "tether/study/machine_report.hpp"
#include "tether/study/whole_file.hpp"

namespace tether::study {
namespace {

using Json = nlohmann::ordered_json;

const PhaseMetrics& window(const Summary& summary, const std::string& phase) {
  if (phase.empty()) return summary.overall;
  return *std::find_if(summary.phases.begin(), summary.phases.end(),
                       [&](const PhaseMetrics& p) { return p.name == phase; });
}

bool can_be_told(const Summary& summary, const session::Expectation& e) {
  if (e.phase.empty()) return find_metric(summary.overall.metrics, e.metric) != nullptr;
  return !summary.phases.empty();
}

double value_of(const PhaseMetrics& window, const std::string& metric) {
  const Metric* found = find_metric(window.metrics, metric);
  return found == nullptr ? std::nan("") : found->value;
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
  return {{"metric", e.metric},   {"phase", e.phase.empty() ? Json(nullptr) : Json(e.phase)},
          {"min", bound(e.min)},  {"max", bound(e.max)},
          {"value", check.value}, {"ok", check.ok}};
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

}  // namespace

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::fault:
      return "fault";
    case Verdict::stopped:
      return "stopped";
  }
  return "unknown";
}

Summary summarise(const session::Scenario& scenario, const session::RunResult& result,
                  const MetricsCollector& metrics) {
  Summary summary;
  summary.overall = metrics.overall();
  summary.phases = metrics.phases();
  bool all_hold = true;
  for (const session::Expectation& e : scenario.expect) {
    // one side alone does not know of phases, nor of what takes both
    if (!can_be_told(summary, e)) continue;
    const double value = value_of(window(summary, e.phase), e.metric);
    const bool ok = value >= e.min && value <= e.max;
    summary.checks.push_back({e, value, ok});
    all_hold = all_hold && ok;
  }
  switch (result.end) {
    case session::RunEnd::completed:
      summary.verdict = all_hold ? Verdict::pass : Verdict::fail;
      break;
    case session::RunEnd::stopped:
      summary.verdict = Verdict::stopped;
      break;
    case session::RunEnd::fault:
      summary.verdict = Verdict::fault;
      break;
  }
  return summary;
}

Json to_json(const session::Scenario& scenario, const session::RunResult& result,
             const Summary& summary) {
  Json json{{"scenario", scenario.name},
            {"seed", scenario.seed},
            {"duration_s", result.duration},
            {"verdict", to_string(summary.verdict)}};
  if (result.fault) {
    json["fault"] = {{"kind", core::name(result.fault.kind)},
                     {"detail", core::describe(result.fault)}};
  }
  const passivity::Certificate& c = result.certificate;
  json["passivity"] = {
      {"verdict", passivity::name(c.verdict)},
      {"margin_j", c.margin_j},
      {"first_violation_s", c.first_violation_s ? Json(*c.first_violation_s) : Json(nullptr)},
      {"voided_by", c.voided_by},
      {"method", session::is_driven(scenario) ? std::string_view("obstacle-store")
                                              : passivity::name(scenario.passivity.method)},

      {"tolerance_j", c.tolerance_j},
      {"taken_in_j", {{"leader", c.leader_j}, {"follower", c.follower_j}, {"sum", c.final_j}}}};
  if (session::is_driven(scenario)) {
    json["passivity"]["stored_j"] = session::energy_at_the_start(scenario);
  }
  const GuardVerdict& guards = summary.guards;
  if (!guards.bounds.empty() || !guards.stops.empty()) json["guards"] = to_json(guards);
  json["metrics"] = metrics_json(summary.overall);
  json["phases"] = Json::array();
  for (const PhaseMetrics& phase : summary.phases) {
    json["phases"].push_back({{"name", phase.name},
                              {"from_s", phase.from},
                              {"to_s", phase.to},
                              {"metrics", metrics_json(phase)}});
  }
  json["expect"] = Json::array();
  for (const Check& check : summary.checks) json["expect"].push_back(check_json(check));
  json["events"] = Json::array();
  for (const session::Event& event : result.events) {
    json["events"].push_back({{"t_s", core::seconds(event.time)},
                              {"what", std::string(event.what.view())},
                              {"detail", std::string(event.detail.view())}});
  }
  if (result.events_dropped > 0) json["events_dropped"] = result.events_dropped;
  json["machine"] = {{"wall_s", result.wall_seconds},
                     {"real_time_factor", result.duration / std::max(result.wall_seconds, 1e-9)},
                     {"tick_us", 1e6 * result.wall_seconds /
                                     static_cast<double>(std::max<std::uint64_t>(result.ticks, 1))},
                     {"build", session::build_fingerprint()}};
  if (result.loops.empty()) return json;

  // of a session in wall time
  if (!result.failure.empty()) json["failure"] = result.failure;
  json["machine"].erase("tick_us");  // the loops tell it better
  json["machine"].update(machine_json(machine_report(result.loops)));
  json["machine"]["refused"] = result.refused;
  json["recording"] = {{"ticks_lost", result.ticks_lost}, {"messages_dropped", result.log_dropped}};
  for (const auto& [side, counts] : result.datagrams) json["link"][side] = datagrams_json(counts);
  return json;
}

void write_json(const std::filesystem::path& path, const Json& json) {
  write_whole(path, json.dump(2) + '\n');
}

}  // namespace tether::study
