#include "tether/reproduction/passive_arm/passivity_study.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tether/core/csv.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"
#include "tether/study/batch.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

// what one session leaves for the table
struct Figures {
  bool done = false;
  bool fault = false;
  passivity::Verdict verdict = passivity::Verdict::not_guaranteed;
  double tracking = 0, force_error = 0, operator_work = 0, oscillation = 0, margin = 0,
         taken_in = 0;
};

double overall(const report::Summary& summary, std::string_view name) {
  return find_metric(summary.overall.metrics, name)->value;
}

Figures figures_of(const study::SessionOutcome& outcome) {
  return {.done = true,
          .fault = outcome.result.end == session::RunEnd::fault,
          .verdict = outcome.result.certificate.verdict,
          .tracking = overall(outcome.summary, "tracking_error_mean"),
          .force_error = overall(outcome.summary, "force_error_mean"),
          .operator_work = overall(outcome.summary, "operator_work"),
          .oscillation = overall(outcome.summary, "oscillation_rate"),
          .margin = outcome.result.certificate.margin_j,
          .taken_in = outcome.result.certificate.final_j};
}

study::Moments moments_of(std::span<const Figures> sessions, double Figures::*figure) {
  std::vector<double> values;
  for (const Figures& f : sessions) {
    if (f.done) values.push_back(f.*figure);
  }
  return values.empty() ? study::Moments{} : study::moments(values);
}

void gather(MethodOutcome& outcome, std::span<const Figures> sessions) {
  bool first = true;
  for (const Figures& f : sessions) {
    if (!f.done) continue;
    ++outcome.sessions;
    outcome.faults += f.fault ? 1 : 0;
    switch (f.verdict) {
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
    if (&f == &sessions.front()) {
      outcome.first_tracking = f.tracking;
      outcome.first_force_error = f.force_error;
    }
    outcome.margin_least = first ? f.margin : std::min(outcome.margin_least, f.margin);
    first = false;
  }
  outcome.tracking = moments_of(sessions, &Figures::tracking);
  outcome.force_error = moments_of(sessions, &Figures::force_error);
  outcome.operator_work = moments_of(sessions, &Figures::operator_work);
  outcome.oscillation = moments_of(sessions, &Figures::oscillation);
  outcome.margin = moments_of(sessions, &Figures::margin);
  outcome.taken_in = moments_of(sessions, &Figures::taken_in);
}

// another seed is another person
std::vector<std::string> seeded(std::vector<std::string> overrides, std::size_t seed) {
  overrides.push_back(fmt::format("seed={}", seed));
  overrides.push_back(fmt::format("operator.profile={}", (seed - 1) % sim::kProfiles + 1));
  return overrides;
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
  std::vector<std::vector<std::string>> conditions;
  for (const std::string& link : options.links) {
    for (const scenario::PassivityMethod& method : scenario::built_in()->methods) {
      auto overrides = options.overrides;
      overrides.push_back("link.kind=" + link);
      overrides.push_back(fmt::format("passivity.kind={}", method.name));
      // bad input is found before anything runs
      scenario::load_scenario(options.scenario, overrides);
      conditions.push_back(std::move(overrides));
      outcomes.push_back({.method = method.name, .link = link});
    }
  }

  const auto seeds = static_cast<std::size_t>(std::max(options.seeds, 1));
  std::vector<Figures> figures(conditions.size() * seeds);
  std::size_t done = 0;
  if (options.progress) options.progress(0, figures.size());
  study::run_batch(figures.size(),
                   [&](std::size_t job) {
                     return scenario::load_scenario(
                         options.scenario, seeded(conditions[job / seeds], job % seeds + 1));
                   },
                   {.threads = options.threads,
                    .stop = options.stop,
                    .finished = [&](std::size_t job, const study::SessionOutcome& outcome) {
                      figures[job] = figures_of(outcome);
                      if (options.progress) options.progress(++done, figures.size());
                    }});
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    gather(outcomes[i], std::span(figures).subspan(i * seeds, seeds));
  }
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
