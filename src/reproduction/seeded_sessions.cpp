#include "reproduction/seeded_sessions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/study/statistics.hpp"

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

std::vector<std::vector<study::SessionOutcome>> run_seeds(std::span<const Variant> variants,
                                                          int seeds, const Effort& effort) {
  const auto per_variant = static_cast<std::size_t>(seeds);
  std::vector<std::vector<study::SessionOutcome>> outcomes(
      variants.size(), std::vector<study::SessionOutcome>(per_variant));
  const std::size_t count = variants.size() * per_variant;
  std::size_t done = 0;
  study::run_batch(count,
                   [&](std::size_t job) {
                     const Variant& variant = variants[job / per_variant];
                     auto overrides = variant.overrides;
                     overrides.push_back(fmt::format("seed={}", job % per_variant + 1));
                     return scenario::load_scenario(variant.scenario, overrides);
                   },
                   {.threads = effort.threads,
                    .stop = effort.stop,
                    .finished = [&](std::size_t job, const study::SessionOutcome& outcome) {
                      outcomes[job / per_variant][job % per_variant] = outcome;
                      ++done;
                      if (effort.progress) {
                        effort.progress(static_cast<double>(done) / static_cast<double>(count));
                      }
                    }});
  return outcomes;
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

std::optional<Figure> figure(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const study::Moments moments = study::moments(values);
  if (moments.n == 1) return Figure{moments.mean};
  return Figure{moments.mean, moments.deviation, moments.n, FigureKind::repeats};
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

std::string seeds_in_words(int seeds) { return fmt::format("{} seeds", seeds); }

}  // namespace tether::reproduction
