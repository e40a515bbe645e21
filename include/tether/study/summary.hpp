// The outcome of a session as `summary.json`: metrics overall and per phase, the bounds of [expect]
// and whether they hold, events. Figures that depend on this machine's speed stand apart, under
// "machine".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/session/runner.hpp"
#include "tether/session/scenario.hpp"
#include "tether/study/guard_verdict.hpp"
#include "tether/study/metrics.hpp"

namespace tether::study {

enum class Verdict : std::uint8_t { pass, fail, fault, stopped };
std::string to_string(Verdict verdict);

// one bound of the scenario, held against the outcome
struct Check {
  session::Expectation expectation;
  double value = 0;
  bool ok = false;
};

struct Summary {
  Verdict verdict = Verdict::pass;
  PhaseMetrics overall;
  std::vector<PhaseMetrics> phases;
  std::vector<Check> checks;
  GuardVerdict guards;
};

Summary summarise(const session::Scenario& scenario, const session::RunResult& result,
                  const MetricsCollector& metrics);

nlohmann::ordered_json to_json(const session::Scenario& scenario, const session::RunResult& result,
                               const Summary& summary);

// core::IoError
void write_json(const std::filesystem::path& path, const nlohmann::ordered_json& json);

}  // namespace tether::study
