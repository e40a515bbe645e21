// The outcome of a session as `summary.json`: the verdict and its reasons, metrics overall and per
// phase, the bounds of [expect] and whether they hold, events. Figures that depend on this
// machine's speed stand apart, under "machine".
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/report/metrics/guard_verdict.hpp"
#include "tether/report/metrics/metrics.hpp"
#include "tether/report/metrics/verdict.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/runner.hpp"

namespace tether::report {

struct Summary {
  Verdict verdict = Verdict::pass;
  std::vector<std::string> reasons;  // for the verdict; none when it is `pass`
  PhaseMetrics overall;
  std::vector<PhaseMetrics> phases;
  std::vector<Check> checks;
  // of a process with one side only: what takes both to measure, and is not held against it
  std::vector<scenario::Expectation> not_judged;
  GuardVerdict guards;
};

struct SummaryOptions {
  signals::LocalSides local_sides = signals::LocalSides::both;
  bool led_by_a_person = false;  // somebody else than the simulated person may lead: no task
};

Summary summarise(const scenario::Scenario& scenario, const session::RunResult& result,
                  const MetricsCollector& metrics, const GuardCollector& guards,
                  const SummaryOptions& options = {});

nlohmann::ordered_json to_json(const scenario::Scenario& scenario, const session::RunResult& result,
                               const Summary& summary,
                               signals::LocalSides sides = signals::LocalSides::both);

}  // namespace tether::report
