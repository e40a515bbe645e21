#include "tether/report/metrics/verdict.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tether/report/certificate.hpp"
#include "tether/scenario/guarantee.hpp"

namespace tether::report {
namespace {

std::string range_in_words(const scenario::Expectation& e) {
  if (std::isinf(e.min)) return fmt::format("at most {:.6g}", e.max);
  if (std::isinf(e.max)) return fmt::format("at least {:.6g}", e.min);
  return fmt::format("{:.6g} to {:.6g}", e.min, e.max);
}

// four digits, or all before the point
std::string digits(double x) {
  return std::abs(x) < 1000 ? fmt::format("{:.4g}", x) : fmt::format("{:.0f}", x);
}

std::string end_in_words(const session::RunResult& result) {
  if (result.fault) {
    return fmt::format("fault at {:.3f} s: {}", result.duration, core::describe(result.fault));
  }
  const std::string what = result.failure.empty() ? "an unknown part" : result.failure;
  return fmt::format("failed at {:.3f} s: {}", result.duration, what);
}

// a stop that ended the session is the fault itself
bool still_stopped(const Findings& found, const StopVerdict& stop) {
  return stop.lasting && found.result.end != session::RunEnd::fault;
}

}  // namespace

std::string to_string(Verdict verdict) {
  constexpr std::array kNames{"pass", "fail", "never_met", "fault", "stopped"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

std::string in_words(const BoundVerdict& bound) {
  const std::string who = bound.side.empty() ? bound.name : bound.side + " " + bound.name;
  const std::string unit = bound.unit == "1" ? "" : " " + bound.unit;
  const double limit = bound.max ? *bound.max : bound.min.value_or(0);
  return fmt::format("{} {} {} {}{}", who, digits(bound.reached.value_or(0)),
                     bound.max ? "of" : "where at least", digits(limit), unit);
}

std::string in_words(const Check& check) {
  const scenario::Expectation& e = check.expectation;
  const std::string what = e.phase.empty() ? e.metric : e.metric + " of " + e.phase;
  switch (check.missing) {
    case Check::Missing::phase:
      return fmt::format("{} could not be evaluated: the phase was never reached", what);
    case Check::Missing::rest:
      return fmt::format("{} could not be evaluated: the session ended before the phase did", what);
    case Check::Missing::metric:
      return fmt::format("{} could not be evaluated: there was nothing to measure", what);
    case Check::Missing::nothing:
      break;
  }
  return fmt::format("{} is {:.6g}, expected {}", what, check.value.value_or(0), range_in_words(e));
}

Judgement judge(const Findings& found) {
  const session::RunResult& result = found.result;
  Judgement out;
  std::vector<std::string>& reasons = out.reasons;
  if (result.end == session::RunEnd::fault) reasons.push_back(end_in_words(result));
  if (result.end == session::RunEnd::stopped) {
    reasons.push_back(fmt::format("stopped by the user at {:.3f} s", result.duration));
  }
  if (!found.engaged) {
    reasons.emplace_back("the sides never engaged");
    for (const auto& [side, report] : result.connection) {
      reasons.push_back(fmt::format("{}: no connection: {}", side, report.line));
    }
  }
  bool halted = result.end == session::RunEnd::fault;
  for (const StopVerdict& stop : found.guards.stops) {
    if (!still_stopped(found, stop)) continue;
    halted = true;
    reasons.push_back(
        fmt::format("{} stopped at {:.3f} s and not reset: {}", stop.side, stop.at, stop.reason));
  }
  for (const BoundVerdict& bound : found.guards.bounds) {
    if (!bound.kept()) reasons.push_back("guard exceeded: " + in_words(bound));
  }
  if (result.certificate.verdict == passivity::Verdict::violated &&
      scenario::guarantees_passivity(found.scenario)) {
    reasons.push_back("passivity violated: " + violation_in_words(result.certificate));
  }
  for (const Check& check : found.checks) {
    if (!check.ok) reasons.push_back("expectation: " + in_words(check));
  }
  if (found.task_finished == false) {
    reasons.push_back(fmt::format("task not finished within {:.4g} s", result.duration));
  }

  for (std::string& reason : reasons) {
    for (const scenario::KnownFailure& known : found.scenario.known_failures) {
      if (reason.starts_with(known.reason)) reason += fmt::format(" (known: {})", known.why);
    }
  }
  out.verdict = halted                                   ? Verdict::fault
                : result.end == session::RunEnd::stopped ? Verdict::stopped
                : !found.engaged                         ? Verdict::never_met
                : reasons.empty()                        ? Verdict::pass
                                                         : Verdict::fail;
  return out;
}

}  // namespace tether::report
