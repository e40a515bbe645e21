#include "study/sweep/sweep_row.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/error.hpp"
#include "tether/core/fault.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/fields_reference.hpp"

namespace tether::study {
namespace {

// how a session ended, besides its metrics
struct OutcomeColumn {
  const char* name;
  const char* unit;
  std::string (*cell)(const SessionOutcome&);
};

constexpr std::array kOutcomeColumns{
    OutcomeColumn{"verdict", "",
                  [](const SessionOutcome& o) { return to_string(o.summary.verdict); }},
    OutcomeColumn{"reasons", "",
                  [](const SessionOutcome& o) {
                    return fmt::format("{}", fmt::join(o.summary.reasons, "; "));
                  }},
    OutcomeColumn{"fault", "",
                  [](const SessionOutcome& o) -> std::string {
                    return o.result.fault ? core::name(o.result.fault.kind) : "";
                  }},
    OutcomeColumn{"passivity", "",
                  [](const SessionOutcome& o) -> std::string {
                    return passivity::name(o.result.certificate.verdict);
                  }},
};

// "phases[2].to" is described as "phases[].to"
std::string described_path(const std::string& key) {
  std::string path;
  bool inside = false;
  for (const char c : key) {
    if (c == ']') inside = false;
    if (!inside) path += c;
    if (c == '[') inside = true;
  }
  return path;
}

const report::PhaseMetrics& shown(const report::Summary& summary, const std::string& phase) {
  if (phase.empty()) return summary.overall;
  const auto found = std::ranges::find(summary.phases, phase, &report::PhaseMetrics::name);
  if (found == summary.phases.end()) {
    throw core::InputError(fmt::format("a session of the sweep has no phase \"{}\"", phase));
  }
  return *found;
}

}  // namespace

std::vector<SweepColumn> sweep_columns(const std::vector<SweepAxis>& axes,
                                       const scenario::Scenario& base) {
  std::vector<SweepColumn> columns{{"job", "", "job"}, {"seed", "", "seed"}};
  const auto keys = scenario::reference_of([&base](scenario::Fields& f) {
    scenario::Scenario scenario;
    scenario.extensions = base.extensions;
    scenario::describe(f, scenario);
  });
  for (const SweepAxis& axis : axes) {
    const std::string path = described_path(axis.key);
    const auto row = std::ranges::find(keys, path, &scenario::FieldRow::path);
    columns.push_back({axis.key, row == keys.end() ? "" : row->unit, "axis"});
  }
  for (const OutcomeColumn& column : kOutcomeColumns) {
    columns.push_back({column.name, column.unit, "outcome"});
  }
  for (const signals::MetricName& metric : signals::kMetricNames) {
    if (!metric.of_every_session() && metric.task != base.person.task_name) continue;
    columns.push_back({std::string(metric.name), std::string(metric.unit), "metric"});
  }
  for (const scenario::MetricDefinition& metric : base.extensions->metrics) {
    columns.push_back({metric.name, metric.unit, "metric"});
  }
  return columns;
}

std::vector<std::string> sweep_row(const SweepPlan& plan, std::size_t job,
                                   const SessionOutcome& outcome) {
  const SweepJob what = plan.job(job);
  std::vector<std::string> cells{std::to_string(job), std::to_string(what.seed)};
  cells.insert(cells.end(), what.values.begin(), what.values.end());
  for (const OutcomeColumn& column : kOutcomeColumns) cells.push_back(column.cell(outcome));
  const auto& metrics = shown(outcome.summary, plan.request().phase).metrics;
  for (const auto& column : plan.json()["columns"]) {
    if (column["role"] != "metric") continue;
    const report::Metric* found =
        find_metric(metrics, column["name"].get_ref<const std::string&>());
    cells.push_back(found == nullptr ? "" : fmt::format("{}", found->value));
  }
  return cells;
}

}  // namespace tether::study
