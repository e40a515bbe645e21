// The verdict on a whole run, decided here and nowhere else, and every reason for it in words:
//   fault      a fault or a safety stop ended it, or a side was still stopped at the end
//   stopped    somebody ended it
//   never_met  the sides never engaged
//   fail       an expectation does not hold or could not be evaluated (its phase was not reached
//              or cut short, its metric was not measured), a guard's bound was exceeded, a
//              passivity method was at work and the certificate is violated, or the task was not
//              finished
//   pass       none of these
// The first that applies is the verdict; the reasons are all that apply, and none exactly when the
// verdict is `pass`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tether/report/metrics/guard_verdict.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/runner.hpp"

namespace tether::report {

enum class Verdict : std::uint8_t { pass, fail, never_met, fault, stopped };
std::string to_string(Verdict verdict);

// the session came to its end, as against one that was cut short
constexpr bool ended(Verdict verdict) noexcept {
  return verdict == Verdict::pass || verdict == Verdict::fail;
}

// one bound of the scenario, held against the outcome
struct Check {
  // phase: never reached; rest: the session ended within the phase, before its task was done
  enum class Missing : std::uint8_t { nothing, phase, rest, metric };

  scenario::Expectation expectation;
  std::optional<double> value;  // none: could not be evaluated
  bool ok = false;
  Missing missing = Missing::nothing;
};

// what a run was found to be
struct Findings {
  const scenario::Scenario& scenario;
  const session::RunResult& result;
  const std::vector<Check>& checks;
  const GuardVerdict& guards;
  bool engaged = false;               // both sides at once, or the one that is here
  std::optional<bool> task_finished;  // none: there is no task, or nobody here who knows
};

struct Judgement {
  Verdict verdict = Verdict::pass;
  std::vector<std::string> reasons;
};

Judgement judge(const Findings& findings);

// "leader torque_rate 10190 of 1000 N m/s"
std::string in_words(const BoundVerdict& bound);
// "tracking_error_mean of free_x is 0.041, expected at most 0.03"
std::string in_words(const Check& check);

}  // namespace tether::report
