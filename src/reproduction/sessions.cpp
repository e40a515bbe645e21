#include "reproduction/sessions.hpp"

#include <limits>

#include <fmt/format.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"
#include "tether/study/batch.hpp"

namespace tether::reproduction {

double SessionSeen::metric(std::string_view name, std::string_view phase) const {
  const report::PhaseMetrics* in = phase.empty() ? &summary.overall : nullptr;
  for (const report::PhaseMetrics& each : summary.phases) {
    if (!phase.empty() && each.name == phase) in = &each;
  }
  const report::Metric* found = in == nullptr ? nullptr : report::find_metric(in->metrics, name);
  return found == nullptr ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

std::vector<std::vector<SessionSeen>> run_sessions(std::span<const SessionCondition> conditions,
                                                   int seeds, const Effort& effort) {
  const auto each = static_cast<std::size_t>(seeds);
  const std::size_t all = conditions.size() * each;
  std::vector<SessionSeen> seen(all);
  std::vector<char> done(all);
  std::size_t count = 0;
  const auto report = part_of(effort);
  study::run_batch(
      all,
      [&](std::size_t job) {
        const SessionCondition& condition = conditions[job / each];
        const std::size_t seed = job % each + 1;
        auto overrides = condition.overrides;
        overrides.push_back(fmt::format("seed={}", seed));
        if (condition.operators) {
          overrides.push_back(fmt::format("operator.profile={}", (seed - 1) % sim::kProfiles + 1));
        }
        // the bounds of a scenario are its own affair
        overrides.emplace_back("expect=[]");
        return scenario::load_scenario(condition.scenario, overrides);
      },
      {.threads = effort.threads,
       .stop = effort.stop,
       .finished = [&](std::size_t job, const study::SessionOutcome& outcome) {
         seen[job] = {outcome.summary, outcome.result.certificate};
         done[job] = 1;
         report(++count, all);
       }});
  std::vector<std::vector<SessionSeen>> by_condition(conditions.size());
  for (std::size_t job = 0; job < all; ++job) {
    if (done[job] != 0) by_condition[job / each].push_back(std::move(seen[job]));
  }
  return by_condition;
}

Figure figure_of(std::span<const SessionSeen> sessions, std::string_view metric,
                 std::string_view phase, double scale) {
  std::vector<double> values;
  values.reserve(sessions.size());
  for (const SessionSeen& session : sessions) values.push_back(session.metric(metric, phase));
  return values.empty() ? Figure{} : figure_of(study::moments(values), scale);
}

Figure figure_of(const study::Moments& moments, double scale) {
  Figure figure{.value = scale * moments.mean, .n = moments.n, .kind = FigureKind::repeats};
  if (moments.n > 1) figure.spread = scale * moments.deviation;
  return figure;
}

std::function<void(std::size_t, std::size_t)> part_of(const Effort& effort, double from,
                                                      double to) {
  return [progress = effort.progress, from, to](std::size_t done, std::size_t of) {
    if (progress && of > 0) {
      progress(from + (to - from) * static_cast<double>(done) / static_cast<double>(of));
    }
  };
}

}  // namespace tether::reproduction
