#include "tether/reproduction/passive_arm/passivity_study.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/sessions.hpp"
#include "tether/core/csv.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

// a session that was stopped, or never began, has no metrics
bool ran(const study::SessionOutcome& session) { return !session.summary.overall.metrics.empty(); }

study::Moments moments_over(const SeededSessions& sessions, const Measure& measure) {
  std::vector<double> values;
  for (const auto& session : sessions) {
    if (ran(session)) values.push_back(measure(session).value());
  }
  return values.empty() ? study::Moments{} : study::moments(values);
}

void gather(MethodOutcome& outcome, const SeededSessions& sessions) {
  for (const auto& session : sessions) {
    if (!ran(session)) continue;
    const passivity::Certificate& certificate = session.result.certificate;
    outcome.margin_least = outcome.sessions == 0
                               ? certificate.margin_j
                               : std::min(outcome.margin_least, certificate.margin_j);
    ++outcome.sessions;
    outcome.faults += session.result.end == session::RunEnd::fault ? 1 : 0;
    switch (certificate.verdict) {
      case passivity::Verdict::passive:
        ++outcome.passive;
        break;
      case passivity::Verdict::violated:
        ++outcome.violated;
        break;
      case passivity::Verdict::not_guaranteed:
        ++outcome.not_guaranteed;
        break;
    }
  }
  if (ran(sessions.front())) {
    outcome.first_tracking = value_of(sessions.front(), "tracking_error_mean");
    outcome.first_force_error = value_of(sessions.front(), "force_error_mean");
  }
  outcome.tracking = moments_over(sessions, metric("tracking_error_mean"));
  outcome.force_error = moments_over(sessions, metric("force_error_mean"));
  outcome.operator_work = moments_over(sessions, metric("operator_work"));
  outcome.oscillation = moments_over(sessions, metric("oscillation_rate"));
  outcome.margin = moments_over(
      sessions, [](const auto& session) { return session.result.certificate.margin_j; });
  outcome.taken_in = moments_over(
      sessions, [](const auto& session) { return session.result.certificate.final_j; });
}

// the commonest verdict, and how often others came
std::string verdict_of(const MethodOutcome& o) {
  if (o.passive == o.sessions) return "passive";
  std::string text;
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(o.passive, "passive");
  add(o.violated, "violated");
  add(o.not_guaranteed, "not guaranteed");
  add(o.faults, "stopped by a fault");
  return text;
}

}  // namespace

std::vector<MethodOutcome> run_passivity_study(const PassivityStudyOptions& options) {
  std::vector<MethodOutcome> outcomes;
  std::vector<Variant> variants;
  for (const std::string& link : options.links) {
    for (const scenario::PassivityMethod& method : scenario::built_in()->methods) {
      auto overrides = options.overrides;
      overrides.push_back("link.kind=" + link);
      overrides.push_back(fmt::format("passivity.kind={}", method.name));
      // bad input is found before anything runs
      scenario::load_scenario(options.scenario, overrides);
      variants.push_back({options.scenario, std::move(overrides), true});
      outcomes.push_back({.method = method.name, .link = link});
    }
  }
  const auto sessions = run_seeds(variants, std::max(options.seeds, 1), options);
  for (std::size_t i = 0; i < outcomes.size(); ++i) gather(outcomes[i], sessions[i]);
  return outcomes;
}

std::string to_table(std::span<const MethodOutcome> outcomes) {
  constexpr const char* kRow =
      "| {:<8} | {:<16} | {:<18} | {:>14} | {:>15} | {:>13} | {:>17} | {:>15} | {:>11} |\n";
  std::string text =
      fmt::format(kRow, "link", "method", "verdict", "tracking [mm]", "force error [N]", "work [J]",
                  "oscillation [1/s]", "taken in [J]", "margin [mJ]");
  text += fmt::format(
      "|{0:-<10}|{0:-<18}|{0:-<20}|{0:-<15}:|{0:-<16}:|{0:-<14}:|{0:-<18}:|"
      "{0:-<16}:|{0:-<12}:|\n",
      "");
  const auto cell = [](const study::Moments& m, double scale = 1) {
    return fmt::format("{:.2f} ± {:.2f}", scale * m.mean, scale * m.deviation);
  };
  for (const MethodOutcome& o : outcomes) {
    if (o.sessions == 0) continue;
    // rounded here, so that no minus stands before zero
    const double margin = std::round(1e5 * o.margin_least) / 100 + 0.0;
    text += fmt::format(kRow, o.link, o.method, verdict_of(o), cell(o.tracking, 1e3),
                        cell(o.force_error), cell(o.operator_work), cell(o.oscillation),
                        cell(o.taken_in), fmt::format("{:.2f}", margin));
  }
  return text;
}

std::string to_markdown(std::span<const MethodOutcome> outcomes) {
  std::vector<std::vector<std::string>> first{{"seed 1"}};
  for (const MethodOutcome& o : outcomes) {
    if (o.link == outcomes.front().link) first.front().emplace_back(o.method);
    if (first.back().front() != o.link) first.push_back({o.link});
    first.back().push_back(
        fmt::format("{:.3f}, {:.3f}", 1e3 * o.first_tracking, o.first_force_error));
  }
  return fmt::format("{}\nSeed 1 by itself, tracking [mm] and force error [N] (`--seeds 1`):\n\n{}",
                     to_table(outcomes), study::markdown_table(first));
}

void write_csv(const std::filesystem::path& path, std::span<const MethodOutcome> outcomes) {
  std::string text;
  core::append_csv_row(
      text, std::array<std::string, 17>{
                "link", "method", "sessions", "passive", "violated", "not_guaranteed", "faults",
                "tracking_mean_m", "tracking_sd_m", "force_error_mean_n", "force_error_sd_n",
                "operator_work_mean_j", "operator_work_sd_j", "oscillation_mean", "taken_in_mean_j",
                "margin_mean_j", "margin_least_j"});
  const auto number = [](double x) { return fmt::format("{}", x); };
  for (const MethodOutcome& o : outcomes) {
    core::append_csv_row(
        text,
        std::array<std::string, 17>{
            o.link, o.method, std::to_string(o.sessions), std::to_string(o.passive),
            std::to_string(o.violated), std::to_string(o.not_guaranteed), std::to_string(o.faults),
            number(o.tracking.mean), number(o.tracking.deviation), number(o.force_error.mean),
            number(o.force_error.deviation), number(o.operator_work.mean),
            number(o.operator_work.deviation), number(o.oscillation.mean), number(o.taken_in.mean),
            number(o.margin.mean), number(o.margin_least)});
  }
  core::write_whole(path, text);
}

}  // namespace tether::reproduction
