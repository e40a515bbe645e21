#include "reproduction/sessions.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::reproduction {
namespace {

std::vector<double> values(std::span<const study::SessionOutcome> sessions, const Measure& measure,
                           double scale) {
  std::vector<double> all;
  for (const study::SessionOutcome& session : sessions) {
    if (const auto value = measure(session)) all.push_back(scale * *value);
  }
  return all;
}

std::optional<double> over_phases(const report::Summary& summary, std::string_view name,
                                  const std::vector<std::string>& phases) {
  const bool extreme = name.ends_with("_max");
  double largest = 0, sum = 0, length = 0;
  bool found = false;
  for (const report::PhaseMetrics& phase : summary.phases) {
    const report::Metric* value = report::find_metric(phase.metrics, name);
    if (value == nullptr || std::ranges::find(phases, phase.name) == phases.end()) continue;
    largest = found ? std::max(largest, value->value) : value->value;
    found = true;
    sum += (phase.to - phase.from) * value->value;
    length += phase.to - phase.from;
  }
  if (!found) return std::nullopt;
  return extreme ? largest : sum / length;
}

}  // namespace

void set_jobs(study::JobOptions& options, const Effort& effort) {
  options = {.threads = effort.threads,
             .stop = effort.stop,
             .progress = [progress = effort.progress](std::size_t done, std::size_t of) {
               if (progress && of > 0) {
                 progress(static_cast<double>(done) / static_cast<double>(of));
               }
             }};
}

scenario::Scenario seeded(const Variant& variant, std::size_t seed) {
  auto overrides = variant.overrides;
  overrides.push_back(fmt::format("seed={}", seed));
  if (variant.operators) {
    overrides.push_back(fmt::format("operator.profile={}", (seed - 1) % sim::kProfiles + 1));
  }
  // otherwise the bounds of a scenario are its own affair
  if (!variant.judged) overrides.emplace_back("expect=[]");
  return scenario::load_scenario(variant.scenario, overrides);
}

std::vector<SeededSessions> run_seeds(std::span<const Variant> variants, int seeds,
                                      const Effort& effort) {
  study::JobOptions options;
  set_jobs(options, effort);
  return run_seeds(variants, seeds, options);
}

std::vector<SeededSessions> run_seeds(std::span<const Variant> variants, int seeds,
                                      const study::JobOptions& options) {
  const auto each = static_cast<std::size_t>(seeds);
  std::vector<SeededSessions> outcomes(variants.size(), SeededSessions(each));
  study::run_batch(
      variants.size() * each,
      [&](std::size_t job) { return seeded(variants[job / each], job % each + 1); },
      {.threads = options.threads,
       .stop = options.stop,
       .finished = [&](std::size_t job,
                       const auto& outcome) { outcomes[job / each][job % each] = outcome; },
       .progress = options.progress});
  return outcomes;
}

double value_of(const study::SessionOutcome& session, std::string_view metric,
                std::string_view phase) {
  const report::PhaseMetrics* in = phase.empty() ? &session.summary.overall : nullptr;
  for (const report::PhaseMetrics& each : session.summary.phases) {
    if (!phase.empty() && each.name == phase) in = &each;
  }
  const report::Metric* found = in == nullptr ? nullptr : report::find_metric(in->metrics, metric);
  return found == nullptr ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

Measure metric(std::string_view name, std::vector<std::string> phases) {
  return [name = std::string(name), phases = std::move(phases)](
             const study::SessionOutcome& session) -> std::optional<double> {
    if (!phases.empty()) return over_phases(session.summary, name, phases);
    const report::Metric* found = report::find_metric(session.summary.overall.metrics, name);
    if (found == nullptr) return std::nullopt;
    return found->value;
  };
}

Figure figure_of(const study::Moments& moments, double scale) {
  Figure figure{.value = scale * moments.mean, .n = moments.n, .kind = FigureKind::repeats};
  if (moments.n > 1) figure.spread = scale * moments.deviation;
  return figure;
}

std::optional<Figure> figure(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const study::Moments moments = study::moments(values);
  return moments.n == 1 ? Figure{moments.mean} : figure_of(moments);
}

std::optional<Figure> mean(std::span<const study::SessionOutcome> sessions, const Measure& measure,
                           double scale) {
  return figure(values(sessions, measure, scale));
}

std::optional<Figure> largest(std::span<const study::SessionOutcome> sessions,
                              const Measure& measure, double scale) {
  const auto all = values(sessions, measure, scale);
  if (all.empty()) return std::nullopt;
  return Figure{*std::ranges::max_element(all)};
}

std::string sessions_csv(std::string heading, const std::vector<SessionLine>& sessions) {
  std::vector<std::string_view> columns;
  for (const SessionLine& session : sessions) {
    for (const report::Metric& m : session.metrics) {
      if (std::ranges::find(columns, m.name) == columns.end()) columns.push_back(m.name);
    }
  }
  std::string text = std::move(heading);
  for (const auto column : columns) text += fmt::format(",{}", column);
  text += '\n';
  for (const SessionLine& session : sessions) {
    text += session.cells;
    for (const auto column : columns) {
      const report::Metric* m = report::find_metric(session.metrics, column);
      text += m != nullptr ? fmt::format(",{:.9g}", m->value) : ",";
    }
    text += '\n';
  }
  return text;
}

std::string seeds_in_words(std::size_t seeds) { return fmt::format("{} seeds", seeds); }

}  // namespace tether::reproduction
